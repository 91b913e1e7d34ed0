import { pause } from '../../tooling/machine/pause.ts';

/** Something that polls and can be switched off and on again. */
export interface Poller {
  start(): void;
  /** No further poll begins; settles when what is under way is finished. */
  stop(): Promise<void>;
}

/** After a failed round, so that an engine that is away is not hammered and comes back unnoticed. */
const FAULT_PAUSE_MS = 250;

/** Repeats the round until it is stopped. A round that throws is reported and repeated. */
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
