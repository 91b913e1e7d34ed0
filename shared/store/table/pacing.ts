import { setTimeout as sleepMs } from 'node:timers/promises';

/** Chance and time for retries, so that tests can replace both. */
export interface Pacing {
  readonly random: () => number;
  readonly sleepMs: (durationMs: number) => Promise<unknown>;
}

export const REAL_PACING: Pacing = { random: Math.random, sleepMs };
