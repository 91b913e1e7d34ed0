/** A list price of AWS in us-east-1, in US dollars, without free tier. Look it up again before a decision. */
export interface Price {
  readonly usd: number;
  readonly per: number;
  readonly unit: string;
  readonly source: string;
  /** The date of the source, or when it was read. */
  readonly asOf: string;
}

const MILLION = 1_000_000;

export const PRICES = {
  writeUnit: {
    ...{ usd: 0.625, per: MILLION, unit: 'write request unit' },
    ...{ source: 'airbyte.com/data-engineering-resources/dynamodb-pricing', asOf: '2024-11' },
  },
  readUnit: {
    ...{ usd: 0.125, per: MILLION, unit: 'read request unit' },
    ...{ source: 'airbyte.com/data-engineering-resources/dynamodb-pricing', asOf: '2024-11' },
  },
  queueRequest: {
    ...{ usd: 0.4, per: MILLION, unit: 'request of up to 64 KB, standard queue' },
    ...{ source: 'AWS list price, from general knowledge', asOf: '2025' },
  },
  fairQueueRequest: {
    ...{ usd: 0.1, per: MILLION, unit: 'request with a group id, standard queue, in addition' },
    ...{ source: 'cloudburn.io/blog/amazon-sqs-pricing', asOf: '2026-03' },
  },
  invocation: {
    ...{ usd: 0.2, per: MILLION, unit: 'Lambda request' },
    ...{ source: 'notes of git.mcrn.ar/mariano/lambda_local_runner on AWS list prices', asOf: '2026-05' },
  },
  gigabyteSecond: {
    ...{ usd: 0.0000133334, per: 1, unit: 'GB-second, arm64' },
    ...{ source: 'notes of git.mcrn.ar/mariano/lambda_local_runner on AWS list prices', asOf: '2026-05' },
  },
  keyRequest: {
    ...{ usd: 0.03, per: 10_000, unit: 'KMS request' },
    ...{ source: 'AWS list price, from general knowledge', asOf: '2025' },
  },
  loggedGigabyte: {
    ...{ usd: 0.5, per: 1, unit: 'GB ingested by CloudWatch Logs' },
    ...{ source: 'AWS list price, from general knowledge', asOf: '2025' },
  },
  storedGigabyte: {
    ...{ usd: 0.25, per: 1, unit: 'GB stored in the table for a month' },
    ...{ source: 'AWS list price, from general knowledge', asOf: '2025' },
  },
  backedUpGigabyte: {
    ...{ usd: 0.2, per: 1, unit: 'GB of point-in-time recovery for a month' },
    ...{ source: 'AWS list price, from general knowledge', asOf: '2025' },
  },
  apiRequest: {
    ...{ usd: 3.5, per: MILLION, unit: 'request to a REST API' },
    ...{ source: 'AWS list price, from general knowledge', asOf: '2025' },
  },
  shieldedRequest: {
    ...{ usd: 0.6, per: MILLION, unit: 'request that WAF inspects' },
    ...{ source: 'AWS list price, from general knowledge', asOf: '2025' },
  },
  warmGigabyteSecond: {
    ...{ usd: 0.0000033334, per: 1, unit: 'GB-second of provisioned concurrency, arm64' },
    ...{ source: 'AWS list price, from general knowledge', asOf: '2025' },
  },
} as const satisfies Record<string, Price>;

/** Returns the dollars for a million operations that each use `amount`. */
export const perMillion = ({ usd, per }: Price, amount: number) => (usd / per) * amount * MILLION;
