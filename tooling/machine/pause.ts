import { setTimeout as timer } from 'node:timers/promises';

/** Waits this long, or until the signal aborts. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  timer(ms, undefined, { signal }).catch(() => undefined);
