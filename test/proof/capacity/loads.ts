import type { Steady } from '../at-scale/scenarios/steady.ts';

/** Three loads, of which only the first lasts long enough for lanes and decryptions. */
export const SHORT: readonly Steady[] = [
  { callsPerSecond: 2, partners: 20, seconds: 300 },
  { callsPerSecond: 30, partners: 200, seconds: 25 },
  { callsPerSecond: 150, partners: 2_000, seconds: 12 },
];

/** The last one has a dead partner, whose deliveries take two hours each. */
export const FULL: readonly Steady[] = [
  { callsPerSecond: 2, partners: 20, seconds: 1_200 },
  { callsPerSecond: 30, partners: 200, seconds: 600 },
  { callsPerSecond: 150, partners: 2_000, seconds: 300 },
  { callsPerSecond: 1, partners: 20, seconds: 8 * 3_600, hanging: 1 },
];
