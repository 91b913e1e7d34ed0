/** Does the work at the first call. After a failure, the next call tries again. */
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
