import { MEMORY_MB } from '../../lib/functions/memory.ts';
import { LANES } from '../../shared/domain/deliveries/lane.ts';
import { FIRST_POLLERS, LONG_POLL_OF_LAMBDA_SECONDS } from './aws-figures.ts';
import { averageCallsPerSecond, type Load } from './load.ts';
import { sumOf } from './numbers.ts';
import { PRICES, type Price } from './prices.ts';
import { type Usage, usageAt } from './usage.ts';

const SECONDS_PER_MONTH = (365 / 12) * 24 * 3_600;
/**
 * Bytes of log. `call`: a recording and a delivery, from the bench "consumption". `lookUp`: a look-up, from the same
 * bench. `apiRequest`: a request of the API, estimated.
 */
const LOG_BYTES = { call: 580, lookUp: 460, apiRequest: 1_500 };
/**
 * The requests to SQS for one call: send, receive and delete. Under load, one request receives or deletes several
 * messages.
 */
export const REQUESTS_OF_QUEUED_CALL = 3;
/** How many bytes a call adds to the table and its indexes, without its summary. */
const STORED_BYTES = 1_900;
/** The memory in GB of functions that handle requests, and of functions in the background. */
const GB = { request: MEMORY_MB.request / 1_024, background: MEMORY_MB.background / 1_024 };

export interface CostLine {
  readonly resource: string;
  readonly usd: number;
}

export const monthlyUsd = (price: Price, perSecond: number) => (price.usd / price.per) * perSecond * SECONDS_PER_MONTH;

/** Returns the monthly list price of this load by resource, without the cost of an idle stage. */
export function costOfMonth(load: Load): CostLine[] {
  const usage = usageAt(averageCallsPerSecond(load), load);
  const { units, lanes, concurrency, invocationsPerSecond, decryptionsPerSecond, callsPerSecond } = usage;
  const ofLanes = (pick: (use: Usage['lanes']['main']) => number) => sumOf(LANES.map((lane) => pick(lanes[lane])));
  const written = units.table.write + units.due.write + units.byPartner.write;
  const ofWakeUps = ofLanes(({ queueRequestsPerSecond }) => queueRequestsPerSecond);
  const ofCalls = REQUESTS_OF_QUEUED_CALL * usage.queuedPerSecond;
  const invocations = sumOf(Object.values(invocationsPerSecond)) + ofLanes((use) => use.invocationsPerSecond);
  const gigabytes = (bytesPerSecond: number) => (bytesPerSecond * SECONDS_PER_MONTH) / 1e9;
  const runTime = (memoryGb: number, running: number) => monthlyUsd(PRICES.gigabyteSecond, memoryGb * running);
  return [
    { resource: 'table: write units', usd: monthlyUsd(PRICES.writeUnit, written) },
    { resource: 'table: read units', usd: monthlyUsd(PRICES.readUnit, units.table.read) },
    {
      resource: 'table: storage and backup of one month of calls',
      usd:
        gigabytes(callsPerSecond * (load.summaryBytes + STORED_BYTES)) *
        (PRICES.storedGigabyte.usd + PRICES.backedUpGigabyte.usd),
    },
    {
      resource: 'queues: requests and group ids',
      usd:
        monthlyUsd(PRICES.queueRequest, ofWakeUps + ofCalls) +
        // SQS charges more for requests with a message group, which only the sends have. For `intake`, only
        // the sends are counted. For the lanes, all requests are counted, so the cost is rather too high.
        monthlyUsd(PRICES.fairQueueRequest, ofWakeUps + usage.queuedPerSecond),
    },
    { resource: 'KMS: decryptions of signing secrets', usd: monthlyUsd(PRICES.keyRequest, decryptionsPerSecond) },
    { resource: 'Lambda: invocations', usd: monthlyUsd(PRICES.invocation, invocations) },
    {
      resource: 'Lambda: run time of deliver-webhook',
      usd: runTime(
        GB.background,
        ofLanes((use) => use.invocations),
      ),
    },
    {
      resource: 'Lambda: run time of record-call, intake, relay and sweep',
      usd: runTime(
        GB.background,
        concurrency['record-call'] + concurrency.intake + concurrency.relay + concurrency.sweep,
      ),
    },
    {
      resource: 'Lambda: run time of line-for-call',
      usd: runTime(GB.request, concurrency['line-for-call']),
    },
    {
      resource: 'Lambda: run time of authorizer and endpoints',
      usd: runTime(GB.request, concurrency.authorizer + concurrency.endpoints),
    },
    {
      resource: 'API Gateway and WAF: requests',
      usd:
        monthlyUsd(PRICES.apiRequest, usage.apiRequestsPerSecond) +
        monthlyUsd(PRICES.shieldedRequest, usage.apiRequestsPerSecond),
    },
    {
      resource: 'logs and metrics of functions',
      usd:
        gigabytes(
          callsPerSecond * LOG_BYTES.call +
            usage.lookUpsPerSecond * LOG_BYTES.lookUp +
            usage.apiRequestsPerSecond * LOG_BYTES.apiRequest,
        ) * PRICES.loggedGigabyte.usd,
    },
  ];
}

/** Returns the price of keeping one instance of the authorizer or of an endpoint warm for a month. */
export const warmInstanceMonthlyUsd = () => monthlyUsd(PRICES.warmGigabyteSecond, GB.request);

/** Returns the price of an empty queue for a month: Lambda keeps `FIRST_POLLERS` long polls running. */
export const polledQueueMonthlyUsd = () => monthlyUsd(PRICES.queueRequest, FIRST_POLLERS / LONG_POLL_OF_LAMBDA_SECONDS);
