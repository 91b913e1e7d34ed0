import { setTimeout as sleepMs } from 'node:timers/promises';

/** Chance and time of repetitions, so that tests need neither. */
export interface Pacing {
  readonly random: () => number;
  readonly sleepMs: (durationMs: number) => Promise<unknown>;
}

export const REAL_PACING: Pacing = { random: Math.random, sleepMs };
