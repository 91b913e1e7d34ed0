import { MAX_REQUESTS_AT_ONCE } from '../../functions/deliver-webhook/further-messages.ts';
import {
  ACCOUNT_CONCURRENCY,
  CONCURRENCY_QUOTA_CODE,
  MAX_MAPPING_CONCURRENCY,
  neededConcurrency,
} from '../../lib/functions/concurrency.ts';
import { type StageSettings, stageSettings } from '../../lib/stages.ts';
import { MESSAGES_PER_REQUEST } from '../../shared/domain/batch-sizes.ts';
import { RESPONSE_LIMIT_MS } from '../../shared/domain/deliveries/response-timeout.ts';
import { MAX_ATTEMPTS } from '../../shared/domain/deliveries/retry-policy.ts';
import { NEW_TABLE_UNITS, TABLE_QUOTA_UNITS } from './aws-figures.ts';
import type { Load } from './load.ts';
import { formatNumber } from './numbers.ts';
import type { Usage } from './usage.ts';

/** The settings of lib/stages.ts that depend on the load. */
export type LoadSettings = Pick<
  StageSettings,
  'deliveryConcurrency' | 'recordCallConcurrency' | 'lineForCallConcurrency' | 'intakeConcurrency' | 'throttle'
>;

export const PROD: StageSettings = stageSettings('prod');

/**
 * How many requests to receivers one invocation of a lane is planned for. In the main lane, most of the possible
 * requests are a reserve for receivers that begin to hang.
 */
export const PLANNED_REQUESTS = {
  main: 0.1 * MAX_REQUESTS_AT_ONCE,
  slow: 0.8 * MAX_REQUESTS_AT_ONCE,
  hung: MAX_REQUESTS_AT_ONCE,
} as const;
/** How long record-call takes when it is slow. */
export const SLOW_RECORDING_SECONDS = 0.1;
/** How long line-for-call takes when it is slow. */
export const SLOW_LOOK_UP_SECONDS = 0.05;
/** How long intake takes per call when it is slow. An invocation records all its messages at the same time. */
export const INTAKE_SECONDS_PER_CALL = SLOW_RECORDING_SECONDS / MESSAGES_PER_REQUEST;
/** How long the requests to a receiver still use the main lane after the receiver begins to hang. */
const ONSET_SECONDS = 1.3;
/** The invocations exceed the need by this factor, for example so that a lane catches up after a pause. */
const HEADROOM = 1.25;
/** Each lane needs at least this many invocations for the first seconds after receivers begin to hang. */
const FEWEST = { main: 10, slow: 5, hung: 5 } as const;

/** Returns how many requests are in flight in the hung lane while the largest partner's receiver does not respond. */
export const hungRequestsInLargestOutage = ({ lanes, callsPerSecond }: Usage, { largestPartnerShare }: Load) =>
  lanes.hung.requestsInFlight + (callsPerSecond * largestPartnerShare * MAX_ATTEMPTS * RESPONSE_LIMIT_MS) / 1_000;

/** Returns the settings that a load with this peak needs, including a reserve. No lane exceeds Lambda's maximum. */
export function neededSettings(peak: Usage, load: Load): LoadSettings {
  const { lanes, callsPerSecond, lookUpsPerSecond, queuedPerSecond, apiRequestsPerSecond } = peak;
  const reserved = (invocations: number) => Math.max(10, roundUp(invocations * HEADROOM, 10));
  const largest = callsPerSecond * load.largestPartnerShare;
  const onset = (largest * ONSET_SECONDS) / PLANNED_REQUESTS.hung;
  return {
    deliveryConcurrency: {
      main: invocations('main', lanes.main.requestsInFlight / PLANNED_REQUESTS.main + onset),
      slow: invocations('slow', lanes.slow.requestsInFlight / PLANNED_REQUESTS.slow + onset),
      hung: invocations('hung', hungRequestsInLargestOutage(peak, load) / PLANNED_REQUESTS.hung),
    },
    recordCallConcurrency: reserved((callsPerSecond - queuedPerSecond) * SLOW_RECORDING_SECONDS),
    lineForCallConcurrency: reserved(lookUpsPerSecond * SLOW_LOOK_UP_SECONDS),
    intakeConcurrency: reserved(queuedPerSecond * INTAKE_SECONDS_PER_CALL),
    throttle: {
      requestsPerSecond: Math.max(50, roundUp(2 * apiRequestsPerSecond, 50)),
      burst: Math.max(100, roundUp(4 * apiRequestsPerSecond, 100)),
    },
  };
}

/** Returns at least the settings of prod, because lower ones would save nothing and shrink the reserve. */
export const chosenSettings = ({
  deliveryConcurrency,
  recordCallConcurrency,
  lineForCallConcurrency,
  intakeConcurrency,
  throttle,
}: LoadSettings): LoadSettings => ({
  deliveryConcurrency: {
    main: Math.max(PROD.deliveryConcurrency.main, deliveryConcurrency.main),
    slow: Math.max(PROD.deliveryConcurrency.slow, deliveryConcurrency.slow),
    hung: Math.max(PROD.deliveryConcurrency.hung, deliveryConcurrency.hung),
  },
  recordCallConcurrency: Math.max(PROD.recordCallConcurrency, recordCallConcurrency),
  lineForCallConcurrency: Math.max(PROD.lineForCallConcurrency, lineForCallConcurrency),
  intakeConcurrency: Math.max(PROD.intakeConcurrency, intakeConcurrency),
  throttle: {
    requestsPerSecond: Math.max(PROD.throttle.requestsPerSecond, throttle.requestsPerSecond),
    burst: Math.max(PROD.throttle.burst, throttle.burst),
  },
});

const invocations = (lane: keyof typeof FEWEST, needed: number) =>
  Math.min(MAX_MAPPING_CONCURRENCY, Math.max(FEWEST[lane], roundUp(needed * HEADROOM, 5)));

const roundUp = (value: number, step: number) => Math.ceil(value / step) * step;

/** A quota of AWS to increase, or a property of the table to set, before the load arrives. */
export interface Quota {
  readonly what: string;
  readonly need: number;
  /** The largest need for which nothing must be increased or set. */
  readonly has: number;
  readonly ask: string;
}

/**
 * Returns the quotas to increase, and the warm throughput to set. The list is empty if the load exceeds neither
 * Lambda's default concurrency nor 50 % of the defaults of a table.
 */
export function quotasFor({ units }: Usage, settings: LoadSettings): Quota[] {
  const concurrency = neededConcurrency({ ...PROD, ...settings, reservesConcurrency: true }) ?? 0;
  const throughputs = [
    { of: 'the table', operation: 'write', need: units.table.write },
    { of: 'the table', operation: 'read', need: units.table.read },
    { of: 'the index due', operation: 'write', need: units.due.write },
    { of: 'the index byPartner', operation: 'write', need: units.byPartner.write },
  ] as const;
  const all: Quota[] = [
    {
      what: `Lambda concurrency (${CONCURRENCY_QUOTA_CODE})`,
      need: concurrency,
      has: ACCOUNT_CONCURRENCY,
      ask: formatNumber(roundUp(concurrency, 500)),
    },
    ...throughputs.map(({ of, operation, need }) => ({
      what: `warm throughput of ${of}`,
      need,
      has: NEW_TABLE_UNITS[operation] / 2,
      ask: `${formatNumber(roundUp(2 * need, 1_000))} ${operation} units a second`,
    })),
    ...(['write', 'read'] as const).map((operation) => ({
      what: `${operation} quota of a DynamoDB table`,
      need: units.table[operation],
      has: TABLE_QUOTA_UNITS[operation] / 2,
      ask: `${formatNumber(roundUp(2 * units.table[operation], 10_000))} units a second`,
    })),
  ];
  return all.filter(({ need, has }) => need > has);
}
