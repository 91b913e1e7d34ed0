import { pause } from '../../../tooling/machine/pause.ts';

/** Polls from `start` to `stop`. A stopped poller can be started again. */
export interface Poller {
  start(): void;
  /** Stops polling. Resolves when the current round has finished. */
  stop(): Promise<void>;
}

/**
 * The pause after a failed round. It is long enough not to overload a failing engine, and short enough to notice soon
 * that the engine works again.
 */
const FAULT_PAUSE_MS = 250;

/** Repeats `round` until the poller is stopped. If a round throws, reports the fault and continues. */
export function pollLoop(round: (signal: AbortSignal) => Promise<void>, onFault: (fault: unknown) => void): Poller {
  let controller: AbortController | undefined;
  let running = Promise.resolve();

  const repeat = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      try {
        await round(signal);
      } catch (fault) {
        if (signal.aborted) return;
        onFault(fault);
        await pause(FAULT_PAUSE_MS, signal);
      }
    }
  };

  return {
    start() {
      if (controller) return;
      controller = new AbortController();
      const { signal } = controller;
      running = running.then(() => repeat(signal));
    },
    stop() {
      controller?.abort();
      controller = undefined;
      return running;
    },
  };
}
