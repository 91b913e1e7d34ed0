import type { Group } from '../world/partners.ts';

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;

/** Calls that the voice platform records. Times count from the start. */
export interface Load {
  /** The roles of the partners that get these calls. If absent, all partners get calls. */
  readonly roles?: readonly string[];
  readonly fromMs: number;
  readonly untilMs: number;
  /** Calls of all these partners together. */
  readonly perSecond: number;
  /** Exponent of Zipf's law: how much more the first partners have than the last. 0 if absent: all have as many. */
  readonly skew?: number;
}

/** Something that happens at a time since the start. */
export type Act = { readonly atMs: number } & (
  | {
      /**
       * `stop pipeline` stops everything behind the table, and `stop lanes` stops everything behind the queues. The
       * stream and the queues keep their records and messages.
       */
      readonly act: 'stop pipeline' | 'stop lanes' | 'start pipeline';
    }
  | {
      /**
       * `break secrets` keeps KMS from decrypting the partners' secrets. `measure drain` measures how long it takes
       * until each attempt that is due now has been made.
       */
      readonly act: 'suspend' | 'break secrets' | 'mend secrets' | 'measure drain';
      readonly role: string;
    }
);

/** A figure of a role that has a bound. */
export interface Goal {
  readonly what: string;
  readonly role: string;
  /** Only calls recorded in this part of the run count; all if absent. */
  readonly part?: string;
  readonly bound: Bound;
}

export type Bound =
  /** The 99th percentile or the longest of the times from the recording of a call to its first request. */
  | { readonly figure: 'p99' | 'longest'; readonly atMostMs: number }
  | { readonly figure: 'requests'; readonly atMost: number }
  /** How many calls have had no request by the end of the run. */
  | { readonly figure: 'unsent'; readonly atMost: number }
  /** How many messages of the main queue were in flight at the peak, of all partners. */
  | { readonly figure: 'in flight'; readonly atMost: number }
  /** The rate at which due attempts were made, as a share of the rate for another role. */
  | { readonly figure: 'drain'; readonly atLeast: number; readonly of: string };

/** How large a run of a scenario is. */
export interface Size {
  /** The stage whose settings the pipeline has. */
  readonly stage: 'dev' | 'prod';
  /** The factor for all rates of calls. */
  readonly scale: number;
  /** The calls that wait when their partner is suspended. */
  readonly waiting: number;
}

/** As in production. */
export const FULL: Size = { stage: 'prod', scale: 1, waiting: 50_000 };
/** Stage dev has 10 % of the concurrency of prod's main lane, so the scenarios have 10 % of the calls. */
export const SMALL: Size = { stage: 'dev', scale: 0.1, waiting: 2_000 };

export interface Scenario {
  readonly name: string;
  readonly stage?: Size['stage'];
  /** The partners, the busiest first. Several groups may have one role. */
  readonly groups: readonly Group[];
  readonly load: readonly Load[];
  readonly acts?: readonly Act[];
  readonly lengthMs: number;
  /** The parts of the run for which the report has figures of their own, in order. If absent, there is one part. */
  readonly parts?: readonly { readonly name: string; readonly fromMs: number }[];
  readonly goals: readonly Goal[];
}
