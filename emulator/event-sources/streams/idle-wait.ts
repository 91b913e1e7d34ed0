import { pause } from '../../../tooling/machine/pause.ts';

/**
 * Each wait is this much longer than the previous wait, up to the longest wait. So an idle poller costs little, and a
 * busy one hardly waits.
 */
const STEP_MS = 10;
const LONGEST_MS = 100;

/** Makes a poller wait after each poll that found nothing. */
export function idleWait() {
  let waitMs = 0;
  let wake = () => {};
  const reset = () => {
    waitMs = 0;
  };
  return {
    reset,
    wait(signal: AbortSignal): Promise<void> {
      waitMs = Math.min(waitMs + STEP_MS, LONGEST_MS);
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      return Promise.race([pause(waitMs, signal), woken]);
    },
    /** Ends the current wait and shortens the next ones. For callers who know that there may be new records. */
    nudge() {
      reset();
      wake();
    },
  };
}
