/**
 * A list price of AWS in us-east-1, in US dollars, without free tier. In Seoul (ap-northeast-2) and Canada
 * (ca-central-1), some prices are higher. Check the prices again before a decision that depends on them.
 */
export interface Price {
  readonly usd: number;
  readonly per: number;
  readonly unit: string;
  /** The URL of AWS's price page. */
  readonly page: string;
  /** The URL of the public page from which we took the price, because AWS's own pages show prices only in a browser. */
  readonly readIn: string;
  /** The date that the page in `readIn` states. Without such a date: when we read the page. */
  readonly asOf: string;
}

const MILLION = 1_000_000;

const DYNAMODB = {
  page: 'https://aws.amazon.com/dynamodb/pricing/on-demand/',
  readIn: 'https://airbyte.com/data-engineering-resources/dynamodb-pricing',
  asOf: '2025-07',
};
const SQS = {
  page: 'https://aws.amazon.com/sqs/pricing/',
  readIn: 'https://cloudburn.io/blog/amazon-sqs-pricing',
  asOf: '2026-03',
};
const LAMBDA = {
  page: 'https://aws.amazon.com/lambda/pricing/',
  readIn: 'https://wring.co/blog/aws-lambda-pricing-guide',
  asOf: '2026-03',
};

export const PRICES = {
  writeUnit: { usd: 0.625, per: MILLION, unit: 'write request unit', ...DYNAMODB },
  readUnit: { usd: 0.125, per: MILLION, unit: 'read request unit', ...DYNAMODB },
  storedGigabyte: {
    ...{ usd: 0.25, per: 1, unit: 'GB stored in the table for a month' },
    ...{ ...DYNAMODB, readIn: 'https://wring.co/blog/aws-dynamodb-pricing-guide', asOf: '2026-03' },
  },
  backedUpGigabyte: {
    ...{ usd: 0.2, per: 1, unit: 'GB of point-in-time recovery for a month' },
    ...{ ...DYNAMODB, readIn: 'https://finops.com.py/services/dynamodb/backups', asOf: '2026-11' },
  },
  queueRequest: { usd: 0.4, per: MILLION, unit: 'request of up to 64 KB, standard queue', ...SQS },
  fairQueueRequest: {
    usd: 0.1,
    per: MILLION,
    unit: 'request with a group id, standard queue, on top of queueRequest',
    ...SQS,
  },
  invocation: { usd: 0.2, per: MILLION, unit: 'Lambda request', ...LAMBDA },
  gigabyteSecond: { usd: 0.0000133334, per: 1, unit: 'GB-second, arm64', ...LAMBDA },
  warmGigabyteSecond: { usd: 0.0000033334, per: 1, unit: 'GB-second of provisioned concurrency, arm64', ...LAMBDA },
  keyRequest: {
    ...{ usd: 0.03, per: 10_000, unit: 'KMS request' },
    page: 'https://aws.amazon.com/kms/pricing/',
    readIn: 'https://www.factualminds.com/blog/aws-kms-pricing-keys-requests-multi-region/',
    asOf: '2026-06',
  },
  loggedGigabyte: {
    ...{ usd: 0.5, per: 1, unit: 'GB ingested by CloudWatch Logs' },
    page: 'https://aws.amazon.com/cloudwatch/pricing/',
    readIn: 'https://c3x.dev/blog/cloudwatch-logs-cost-optimization',
    asOf: '2026-06',
  },
  apiRequest: {
    ...{ usd: 3.5, per: MILLION, unit: 'request to a REST API' },
    page: 'https://aws.amazon.com/api-gateway/pricing/',
    readIn: 'https://go-cloud.io/aws-api-gateway-pricing',
    asOf: '2026',
  },
  shieldedRequest: {
    ...{ usd: 0.6, per: MILLION, unit: 'request that WAF inspects' },
    page: 'https://aws.amazon.com/waf/pricing/',
    readIn: 'https://awsnegotiations.com/waf-pricing-strategy.html',
    asOf: '2026',
  },
} as const satisfies Record<string, Price>;

/** Returns the price of a million operations, in dollars. Each operation uses `amount` of the price's unit. */
export const usdPerMillion = ({ usd, per }: Price, amount: number) => (usd / per) * amount * MILLION;
