import { BETWEEN_BACKGROUND_LOOK_UPS } from './retry-policy.ts';
import { LOOK_UP_TIMEOUT_MS } from './time-limits.ts';

/** How long failures must last until the service counts as away. Briefer failures can come from one crashed invocation. */
const AWAY_AFTER_MS = 1_000;
/** The longest time from one failure to the next while look-ups are retried. */
const LONGEST_RETRY_MS = BETWEEN_BACKGROUND_LOOK_UPS.longestMs + LOOK_UP_TIMEOUT_MS;
/** How long a failure counts: a second more than `LONGEST_RETRY_MS`. */
const FORGOTTEN_AFTER_MS = LONGEST_RETRY_MS + 1_000;

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
    /**
     * Reports whether look-ups have failed for `AWAY_AFTER_MS` without a success, and failed last less than
     * `FORGOTTEN_AFTER_MS` ago.
     */
    isAway: (): boolean =>
      firstFailedAtMs !== undefined &&
      lastFailedAtMs - firstFailedAtMs >= AWAY_AFTER_MS &&
      now() - lastFailedAtMs < FORGOTTEN_AFTER_MS,
  };
}
