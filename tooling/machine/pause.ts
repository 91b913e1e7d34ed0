import { setTimeout as timer } from 'node:timers/promises';

export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  timer(ms, undefined, { signal }).catch(() => undefined);
