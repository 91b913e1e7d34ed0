/** How long failures must last until the service counts as away. Briefer failures can come from one crashed invocation. */
const AWAY_AFTER_MS = 1_000;
/** How long a failure counts. Look-ups are retried at least every 3 s, so an older failure is out of date. */
const FORGOTTEN_AFTER_MS = 4_000;

/** Decides from the results of all look-ups whether the service responds. */
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
    /** Reports whether look-ups have failed for `AWAY_AFTER_MS` without a success, and the last failure still counts. */
    isAway: (): boolean =>
      firstFailedAtMs !== undefined &&
      lastFailedAtMs - firstFailedAtMs >= AWAY_AFTER_MS &&
      now() - lastFailedAtMs < FORGOTTEN_AFTER_MS,
  };
}
