/**
 * Returns a function that does the work at its first call and then returns the same result. After a failure, the next
 * call does the work again.
 */
export function once<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let done: Promise<Value> | undefined;
  return () => {
    done ??= work().catch((fault: unknown) => {
      done = undefined;
      throw fault;
    });
    return done;
  };
}
