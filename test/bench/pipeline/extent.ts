import type { Size } from '../figure.ts';

/** How much the bench of the pipeline does. */
export interface Extent {
  /** Numbers of partners. The largest is how many the service has; 10 is among them. */
  readonly partners: readonly number[];
  /** Enough events for every environment to compile its code. */
  readonly warmUpEvents: number;
  readonly rounds: number;
  readonly eventsOfBurst: number;
  readonly eventsOfProfile: number;
  /** Fixed, so that the 99th percentile has the same base on a slower machine. */
  readonly eventsOfLatency: number;
  /** Rates to try, as shares of the throughput of a burst, in which each caller waits for its response. */
  readonly steps: readonly number[];
  readonly stepSeconds: number;
  /** The first requests that hang end after 10 s. The remaining 2 s are for the time before that. */
  readonly transientSeconds: number;
}

const USUAL: Extent = {
  partners: [1, 10, 1_000],
  warmUpEvents: 200,
  rounds: 7,
  eventsOfBurst: 80,
  eventsOfProfile: 200,
  eventsOfLatency: 40,
  steps: [0.5, 0.65, 0.8, 0.95, 1.1, 1.25],
  stepSeconds: 3,
  transientSeconds: 12,
};

const SHORT: Extent = {
  partners: [1, 10],
  warmUpEvents: 1,
  rounds: 1,
  eventsOfBurst: 1,
  eventsOfProfile: 1,
  eventsOfLatency: 1,
  steps: [0.5],
  stepSeconds: 0.1,
  transientSeconds: 0.1,
};

export const EXTENTS: Readonly<Record<Size, Extent>> = { short: SHORT, usual: USUAL, full: USUAL };
