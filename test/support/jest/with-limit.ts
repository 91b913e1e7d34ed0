/** The time limit for tests that set none, so long that only a test that hangs is ended. */
const LIMIT_MS = 300_000;

// The timers of the start, because a test can replace the global ones.
const { clearTimeout, setTimeout } = globalThis;

/** Returns a function that rejects if a test or a hook takes longer than the limit. */
export const withLimit =
  (run: () => unknown, limitMs = LIMIT_MS) =>
  async (): Promise<void> => {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error(`Not done within ${limitMs / 1_000} s`)), limitMs);
    try {
      await Promise.race([run(), late]);
    } finally {
      clearTimeout(timer);
    }
  };
