import { setTimeout as sleepMs } from 'node:timers/promises';

/** Random numbers and waits of retries. Tests replace both. */
export interface Pacing {
  readonly random: () => number;
  readonly sleepMs: (durationMs: number) => Promise<unknown>;
}

export const REAL_PACING: Pacing = { random: Math.random, sleepMs };
