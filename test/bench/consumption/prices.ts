/** What AWS asks for in us-east-1, list price without free tier, in US dollars. Look them up again before a decision. */
export interface Price {
  readonly usd: number;
  readonly per: number;
  readonly unit: string;
  readonly source: string;
  /** When the source was read or says it is of. */
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
  invocation: {
    ...{ usd: 0.2, per: MILLION, unit: 'Lambda request' },
    ...{ source: 'notes of git.mcrn.ar/mariano/lambda_local_runner on AWS list prices', asOf: '2026-05' },
  },
  gigabyteSecond: {
    ...{ usd: 0.0000133334, per: 1, unit: 'GB-second, arm64' },
    ...{ source: 'notes of git.mcrn.ar/mariano/lambda_local_runner on AWS list prices', asOf: '2026-05' },
  },
  loggedGigabyte: {
    ...{ usd: 0.5, per: 1, unit: 'GB ingested by CloudWatch Logs' },
    ...{ source: 'AWS list price, from general knowledge', asOf: '2025' },
  },
} as const satisfies Record<string, Price>;

/** Dollars for a million of something that takes `amount` of it once. */
export const perMillion = ({ usd, per }: Price, amount: number) => (usd / per) * amount * MILLION;
