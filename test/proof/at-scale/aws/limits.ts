import {
  ACCOUNT_CONCURRENCY,
  COLD_START_MS,
  FIRST_SHARDS,
  TABLE_QUOTA_UNITS,
} from '../../../../tooling/capacity/aws.ts';

/** AWS's limits and times, as far as a run may vary them. */
export interface Limits {
  /**
   * Shards of the table's stream. AWS: one for each partition of the table, and an on-demand table begins with four.
   */
  readonly shards: number;
  /** Batches of one shard that the relay may handle at the same time. AWS: 1 to 10. */
  readonly parallelizationFactor: number;
  /** Concurrent invocations of all functions together. AWS: 1,000 in a new account, and more on request. */
  readonly accountConcurrency: number;
  /** Duration of a cold start, for functions without an entry of their own in `coldStartsMs`. */
  readonly coldStartMs: number;
  readonly coldStartsMs: Readonly<Record<string, number>>;
  /**
   * Units per second of the whole table. AWS: an on-demand table begins with 4,000 write and 12,000 read units, and an
   * account's default quota is 40,000 of each.
   */
  readonly tableUnitsPerSecond: { readonly write: number; readonly read: number };
  /** Whether the queues are fair queues. No bound may rely on them. */
  readonly hasFairQueues: boolean;
}

export const LIMITS: Limits = {
  shards: FIRST_SHARDS,
  parallelizationFactor: 1,
  accountConcurrency: ACCOUNT_CONCURRENCY,
  coldStartMs: COLD_START_MS,
  coldStartsMs: {},
  tableUnitsPerSecond: TABLE_QUOTA_UNITS,
  hasFairQueues: false,
};
