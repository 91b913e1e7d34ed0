import { pause } from '../../../tooling/machine/pause.ts';

/** Each wait that follows another is this much longer, up to the longest: idle costs little, busy waits for nothing. */
const STEP_MS = 5;
const LONGEST_MS = 25;

/** How long a poller waits after finding nothing. */
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
    /** Somebody knows that there may be something to find: ends the wait under way, and the next ones are short. */
    nudge() {
      reset();
      wake();
    },
  };
}
