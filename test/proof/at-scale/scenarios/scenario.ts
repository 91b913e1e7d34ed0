import type { Limits } from '../aws/limits.ts';
import type { Group } from '../world/partners.ts';

/** Calls that the voice platform records. Times count from the start. */
export interface Load {
  /** The roles of the partners whose calls these are. If absent, all partners. */
  readonly roles?: readonly string[];
  readonly fromMs: number;
  readonly untilMs: number;
  /** Calls of all these partners together. */
  readonly perSecond: number;
  /** Exponent of Zipf's law: how much more the first partners have than the last. 0 if absent: all have as many. */
  readonly skew?: number;
}

/** Something that happens outside the service. */
export interface Act {
  readonly atMs: number;
  readonly act: 'pipeline stops' | 'pipeline starts' | { readonly suspends: string };
}

/** A figure of a scenario, and the most that it may be. */
export interface Goal {
  readonly what: string;
  readonly role: string;
  /** Only calls recorded in this part of the run count; all if absent. */
  readonly part?: string;
  readonly figure: 'p99' | 'longest';
  readonly atMostMs: number;
}

export interface Scenario {
  readonly name: string;
  /** The partners, the busiest first. */
  readonly groups: readonly Group[];
  readonly load: readonly Load[];
  readonly acts?: readonly Act[];
  readonly lengthMs: number;
  /** The parts of the run for which the report has figures of their own, in order. If absent, there is one part. */
  readonly parts?: readonly { readonly name: string; readonly fromMs: number }[];
  readonly goals: readonly Goal[];
  readonly limits?: Partial<Limits>;
}
