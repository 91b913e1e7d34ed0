/** AWS, "Warm throughput": the units a second of one partition of the table or of an index. */
export const PARTITION_UNITS = { write: 1_000, read: 3_000 } as const;
/** AWS, "On-demand capacity mode": the units a second of a new table, before it has grown with its load. */
export const NEW_TABLE_UNITS = { write: 4_000, read: 12_000 } as const;
/** AWS's default quota for one on-demand table, in units a second. */
export const TABLE_QUOTA_UNITS = { write: 40_000, read: 40_000 } as const;

/** The sizes in bytes that one unit covers. */
export const BYTES_PER_UNIT = { write: 1_024, read: 4_096 } as const;
/** A transaction uses this many times the units of its writes. */
export const TRANSACTION_FACTOR = 2;

/** A stream has one shard for each partition of the table, and an on-demand table begins with four. */
export const FIRST_SHARDS = 4;
/** AWS, "Using Lambda with DynamoDB streams": Lambda polls each shard at a base rate of four times a second. */
export const POLL_SHARD_EVERY_MS = 250;
/** The most records of one batch, as the relay's mapping has it. */
export const SHARD_BATCH = 100;

/** Messages of a standard queue that were received and not deleted. Beyond it, SQS returns no message. */
export const MOST_IN_FLIGHT = 120_000;
/** The most messages of one request to SQS, and of one invocation without a batch window. */
export const QUEUE_BATCH = 10;

/** Concurrent invocations of all functions of an account. A new account can have less until its owner asks. */
export const ACCOUNT_CONCURRENCY = 1_000;

/** KMS requests a second with symmetric keys. Some large regions have 20,000 to 100,000. */
export const KEY_REQUESTS_PER_SECOND = 10_000;

export type Latency = readonly [least: number, most: number];

/** How long a request to a service takes. Measured from a function in the same region, without cold connections. */
export const LATENCY_MS = {
  table: [4, 10],
  queue: [10, 30],
  stream: [5, 15],
  keys: [10, 10],
} as const satisfies Readonly<Record<string, Latency>>;

export type Service = keyof typeof LATENCY_MS;

export const COLD_START_MS = 400;
