/** Failures that are closer to each other may all be of one killed function or one lost connection. */
const AWAY_AFTER_MS = 1_000;
/** Failed look-ups are retried at least every 3 s. A failure that is older says nothing about the service now. */
const FORGOTTEN_AFTER_MS = 4_000;

/** Tells from the results of all look-ups whether the service responds at all. */
export function createReachability(now: () => number) {
  let firstFailedAtMs: number | undefined;
  let lastFailedAtMs = 0;
  return {
    succeeded(): void {
      firstFailedAtMs = undefined;
    },
    failed(): void {
      const atMs = now();
      if (atMs - lastFailedAtMs >= FORGOTTEN_AFTER_MS) firstFailedAtMs = undefined;
      firstFailedAtMs ??= atMs;
      lastFailedAtMs = atMs;
    },
    /** Whether every look-up of the last second or longer has failed. */
    isAway: (): boolean =>
      firstFailedAtMs !== undefined &&
      lastFailedAtMs - firstFailedAtMs >= AWAY_AFTER_MS &&
      now() - lastFailedAtMs < FORGOTTEN_AFTER_MS,
  };
}
