import { pause } from '../../../../tooling/machine/pause.ts';

/**
 * The first wait after an empty poll. Each further wait is twice as long, up to LONGEST_MS, so an idle poller costs
 * little. `nudge` ends the wait when a function may have written. The record of a direct write by an operator or a
 * test can wait for LONGEST_MS.
 */
const FIRST_MS = 10;
const LONGEST_MS = 500;

export function idleWait() {
  let nextMs = FIRST_MS;
  let wake = () => {};
  const reset = () => {
    nextMs = FIRST_MS;
  };
  return {
    reset,
    wait(signal: AbortSignal): Promise<void> {
      const waitMs = nextMs;
      nextMs = Math.min(2 * waitMs, LONGEST_MS);
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      return Promise.race([pause(waitMs, signal), woken]);
    },
    /** Ends the current wait, and begins again with the shortest wait. For use when there may be new records. */
    nudge() {
      reset();
      wake();
    },
  };
}
