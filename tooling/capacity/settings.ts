import { neededConcurrency } from '../../lib/functions/capacity.ts';
import { type StageSettings, stageSettings } from '../../lib/stages.ts';
import { MAX_ATTEMPTS, MAX_REQUESTS_AT_ONCE, RESPONSE_LIMIT_MS } from '../../shared/domain/deliveries/numbers.ts';
import { ACCOUNT_CONCURRENCY, NEW_TABLE_UNITS, QUEUE_BATCH, TABLE_QUOTA_UNITS } from './aws.ts';
import type { Load } from './load.ts';
import { figure } from './numbers.ts';
import type { Usage } from './usage.ts';

/** The settings of lib/stages.ts that depend on the load. */
export type LoadSettings = Pick<
  StageSettings,
  'deliveryConcurrency' | 'recordCallConcurrency' | 'lineForCallConcurrency' | 'intakeConcurrency' | 'throttle'
>;

export const PROD: StageSettings = stageSettings('prod');

/**
 * How many requests to receivers one invocation of a lane is planned for. In the main lane, 90 % of what it can have in
 * flight are the reserve for receivers that begin to hang.
 */
export const PLANNED_REQUESTS = {
  main: 0.1 * MAX_REQUESTS_AT_ONCE,
  slow: 0.8 * MAX_REQUESTS_AT_ONCE,
  hung: MAX_REQUESTS_AT_ONCE,
} as const;
/** record-call takes this long when it is slow, for example while its environments start. */
export const SLOW_RECORDING_SECONDS = 0.1;
/** line-for-call when it is slow. */
export const SLOW_LOOK_UP_SECONDS = 0.05;
/** An invocation of intake records its messages at the same time. */
export const INTAKE_SECONDS_PER_CALL = SLOW_RECORDING_SECONDS / QUEUE_BATCH;
/** A receiver that begins to hang holds the requests of about this time in the main lane. */
const ONSET_SECONDS = 1.3;
/** Above the need, so that the lane also catches up after a pause. */
const HEADROOM = 1.25;
/** A lane below this has too few invocations for the first seconds of trouble. */
const FEWEST = { main: 10, slow: 5, hung: 5 } as const;
const MOST = 1_000;

/** Returns the requests in flight in the hung lane if the largest partner does not respond either. */
export const hangingWithLargest = ({ lanes, callsPerSecond }: Usage, { largestPartnerShare }: Load) =>
  lanes.hung.requestsInFlight + (callsPerSecond * largestPartnerShare * MAX_ATTEMPTS * RESPONSE_LIMIT_MS) / 1_000;

/** Returns the least settings for a load whose peak has this use. */
export function neededSettings(peak: Usage, load: Load): LoadSettings {
  const { lanes, callsPerSecond, lookUpsPerSecond, queuedPerSecond, apiRequestsPerSecond } = peak;
  const reserved = (invocations: number) => Math.max(10, roundedUp(invocations * HEADROOM, 10));
  const largest = callsPerSecond * load.largestPartnerShare;
  const onset = (largest * ONSET_SECONDS) / PLANNED_REQUESTS.hung;
  return {
    deliveryConcurrency: {
      main: invocations('main', lanes.main.requestsInFlight / PLANNED_REQUESTS.main + onset),
      slow: invocations('slow', lanes.slow.requestsInFlight / PLANNED_REQUESTS.slow + onset),
      hung: invocations('hung', hangingWithLargest(peak, load) / PLANNED_REQUESTS.hung),
    },
    recordCallConcurrency: reserved((callsPerSecond - queuedPerSecond) * SLOW_RECORDING_SECONDS),
    lineForCallConcurrency: reserved(lookUpsPerSecond * SLOW_LOOK_UP_SECONDS),
    intakeConcurrency: reserved(queuedPerSecond * INTAKE_SECONDS_PER_CALL),
    throttle: {
      requestsPerSecond: Math.max(50, roundedUp(2 * apiRequestsPerSecond, 50)),
      burst: Math.max(100, roundedUp(4 * apiRequestsPerSecond, 100)),
    },
  };
}

/** Returns what to set: what prod has, or more. Fewer would save nothing and shrink the reserve for trouble. */
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
  Math.min(MOST, Math.max(FEWEST[lane], roundedUp(needed * HEADROOM, 5)));

const roundedUp = (value: number, step: number) => Math.ceil(value / step) * step;

/** A quota of AWS to ask for, or a property of the table to set, before the load comes. */
export interface Quota {
  readonly what: string;
  readonly need: number;
  /** What an account or a new table has by default. */
  readonly has: number;
  readonly ask: string;
}

/** Returns what to ask AWS for. 50 % of a quota should stay free. */
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
      what: 'Lambda concurrency (L-B99A9384)',
      need: concurrency,
      has: ACCOUNT_CONCURRENCY,
      ask: figure(roundedUp(concurrency, 500)),
    },
    ...throughputs.map(({ of, operation, need }) => ({
      what: `warm throughput of ${of}`,
      need,
      has: NEW_TABLE_UNITS[operation] / 2,
      ask: `${figure(roundedUp(2 * need, 1_000))} ${operation} units a second`,
    })),
    ...(['write', 'read'] as const).map((operation) => ({
      what: `${operation} quota of a DynamoDB table`,
      need: units.table[operation],
      has: TABLE_QUOTA_UNITS[operation] / 2,
      ask: `${figure(roundedUp(2 * units.table[operation], 10_000))} units a second`,
    })),
  ];
  return all.filter(({ need, has }) => need > has);
}
