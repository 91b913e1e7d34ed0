/** Does the work when the returned function is first used. After a failure, the next use does the work again. */
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
