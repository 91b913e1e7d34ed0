/**
 * Returns a function that does the work when it is first used, and then returns the same result. After a failure, the
 * next use does the work again.
 */
export function runOnce<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let done: Promise<Value> | undefined;
  return () => {
    done ??= work().catch((fault: unknown) => {
      done = undefined;
      throw fault;
    });
    return done;
  };
}
