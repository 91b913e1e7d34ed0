/** The units per second that one partition of the table or of an index allows. Source: AWS, "Warm throughput". */
export const PARTITION_UNITS = { write: 1_000, read: 3_000 } as const;
/** What a new table allows per second, before it has grown with its load. Source: AWS, "On-demand capacity mode". */
export const NEW_TABLE_UNITS = { write: 4_000, read: 12_000 } as const;
/** AWS's default quota for one on-demand table, in units per second. */
export const TABLE_QUOTA_UNITS = { write: 40_000, read: 40_000 } as const;

/** How many bytes one write unit or read unit of the table covers. */
export const BYTES_PER_UNIT = { write: 1_024, read: 4_096 } as const;
/** A write in a transaction uses this many times the units of an ordinary write. */
export const TRANSACTION_FACTOR = 2;

/** How many shards the stream of a new table has: one per partition, and an on-demand table begins with four. */
export const FIRST_SHARDS = 4;
/** How often Lambda polls each shard. Source: AWS, "Using Lambda with DynamoDB streams". */
export const POLL_SHARD_EVERY_MS = 250;
/** With how many concurrent batches a mapping of a queue begins. Lambda keeps as many long polls of an empty queue. */
export const FIRST_POLLERS = 5;
export const LONG_POLL_OF_LAMBDA_SECONDS = 20;
/** The quota of KMS for requests per second. Some large regions have 20,000 to 100,000. */
export const KEY_REQUESTS_PER_SECOND = 10_000;

export type Latency = readonly [least: number, most: number];

/** How long a request to an AWS service takes on an open connection, for a function in the same region. */
export const LATENCY_MS = {
  table: [4, 10],
  queue: [10, 30],
  stream: [5, 15],
  keys: [10, 10],
} as const satisfies Readonly<Record<string, Latency>>;

export type Service = keyof typeof LATENCY_MS;

export const COLD_START_MS = 400;
