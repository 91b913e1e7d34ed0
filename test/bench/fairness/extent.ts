import type { Size } from '../figure.ts';

/** How much the scenarios do. */
export interface Extent {
  /** Enough calls for every environment to compile its code. */
  readonly warmUpCalls: number;
  /** The calls of a partner in trouble that are recorded at once. */
  readonly burst: number;
  /** The calls of the suspended partner. */
  readonly suspended: number;
  /** The wake-ups that wait when a lane starts. */
  readonly waiting: number;
  /** How many partners begin to hang in the same second, and how many other partners there are. */
  readonly hangingPartners: number;
  readonly besidePartners: number;
  /** The share of its time that a scenario takes. */
  readonly secondsPerSecond: number;
}

const USUAL: Extent = {
  warmUpCalls: 100,
  burst: 5_000,
  suspended: 5_000,
  waiting: 1_000,
  hangingPartners: 10,
  besidePartners: 90,
  secondsPerSecond: 1,
};
const SHORT: Extent = {
  warmUpCalls: 1,
  burst: 1,
  suspended: 1,
  waiting: 1,
  hangingPartners: 2,
  besidePartners: 3,
  secondsPerSecond: 0.02,
};
export const EXTENTS: Readonly<Record<Size, Extent>> = {
  short: SHORT,
  usual: USUAL,
  full: { ...USUAL, suspended: 10 * USUAL.burst },
};
