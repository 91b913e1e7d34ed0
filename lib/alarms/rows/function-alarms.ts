import { SWEEP_PERIOD_MS } from '../../../shared/domain/deliveries/sweep-period.ts';
import { type DeployedFunction, ROLLOUT_CHECK } from '../../rights.ts';
import { type AlarmRow, allDatapointsBreach, type MetricRow, MINUTE, sumOf } from '../alarm-row.ts';
import type { IncidentName } from '../incidents.ts';
import { functionMetric, ownMetric, type WatchedFunction, type WatchedResources } from '../watched-resources.ts';

/** Alarms on faults, crashes, throttles and long durations of every function, and on the account's concurrency. */
export const functionAlarms = ({ stage, functions }: WatchedResources): AlarmRow[] => [
  ...functions.flatMap((watched) => [
    faultAlarm(watched, stage),
    failedInvocationsAlarm(watched),
    throttlesAlarm(watched),
    nearTimeoutAlarm(watched),
    ...(DELIVERS.includes(watched.action) ? [manyFaultsAlarm(watched, stage)] : []),
  ]),
  {
    id: 'account-concurrency',
    severity: 'ticket',
    impact: 'Nothing yet, but at the limit of concurrency, the API returns 500 and events come late.',
    heading: 'The account runs out of concurrency',
    metrics: {
      claimed: accountMetric('ClaimedAccountConcurrency'),
      running: accountMetric('ConcurrentExecutions'),
    },
    // SERVICE_QUOTA returns the account's own limit, so the value is a percentage of that limit.
    expression: '100 * claimed / SERVICE_QUOTA(running)',
    periodSeconds: MINUTE,
    threshold: 80,
    datapoints: allDatapointsBreach(10),
  },
];

const accountMetric = (name: string): MetricRow => ({
  namespace: 'AWS/Lambda',
  name,
  dimensions: {},
  statistic: 'Maximum',
});

interface Impact {
  readonly of: IncidentName;
  /** What partners notice if many or all invocations fail. */
  readonly ofMany: string;
  /** What partners notice if a few invocations fail. */
  readonly ofFew: string;
}

const EVENTS_LATE = {
  of: 'events',
  ofMany: 'Partners get their events late.',
  ofFew: 'Some events come late.',
} as const;

/** What partners notice when one of these functions fails. All other functions are endpoints. */
const IMPACTS: Partial<Record<DeployedFunction, Impact>> = {
  authorizer: {
    of: 'api',
    ofMany: 'Requests to every endpoint fail with 500.',
    ofFew: 'Some requests fail with 500.',
  },
  'line-for-call': {
    of: 'calls',
    ofMany: 'Calls are answered with the settings that were last known, and calls to new lines are not answered.',
    ofFew: 'Some calls are answered with the settings that were last known.',
  },
  intake: {
    of: 'calls',
    ofMany: 'Finished calls that were handed over through the queue come late.',
    ofFew: 'Some finished calls that were handed over through the queue come late.',
  },
  'record-call': {
    of: 'calls',
    ofMany: 'Partners miss finished calls and their events, unless the voice platform retries.',
    ofFew: 'A finished call and its event come late, or are missing if the voice platform does not retry.',
  },
  relay: {
    of: 'events',
    ofMany: 'Events come minutes late, because only the sweep wakes their deliveries.',
    ofFew: 'Some events come minutes late, because only the sweep wakes their deliveries.',
  },
  'deliver-webhook': EVENTS_LATE,
  sweep: { ...EVENTS_LATE, ofMany: 'Events whose wake-ups were lost are not sent.' },
  probe: {
    of: 'api',
    ofMany: 'Nothing, but nobody notices if the API cannot be reached from outside.',
    ofFew: 'Nothing. A request of the probe failed.',
  },
  [ROLLOUT_CHECK]: {
    of: 'api',
    ofMany: 'Nothing. New versions get traffic without a check, or a deployment waits for an hour and then fails.',
    ofFew: 'Nothing. A new version got traffic without a check.',
  },
};

/** The functions whose failures partners do not notice. */
const SERVE_NO_PARTNER: readonly DeployedFunction[] = ['probe', ROLLOUT_CHECK];

const impactOf = (action: DeployedFunction): Impact =>
  IMPACTS[action] ?? {
    of: 'api',
    ofMany: `Partners get 500 from ${action}.`,
    ofFew: `Some requests to ${action} fail with 500.`,
  };

// The period is so long that repetitions of one fault raise only one alarm. A wake-up that cannot be handled is
// delivered again until it is a dead letter. If a request cannot be prepared, the sweep tries again.
const faultAlarmFields = (action: DeployedFunction, stage: string) => ({
  heading: 'A function reported an unexpected fault',
  ...sumOf({ faults: ownMetric(stage, 'unhandledError', 'Sum', action) }),
  periodSeconds: 5 * MINUTE,
  datapoints: { breaching: 1, of: 2 },
});

const faultAlarm = ({ action }: WatchedFunction, stage: string): AlarmRow => ({
  id: `fault-${action}`,
  severity: 'ticket',
  impact: impactOf(action).ofFew,
  threshold: 1,
  ...faultAlarmFields(action, stage),
});

/** Many faults of these functions page, because each fault can make an event late. */
const DELIVERS: readonly DeployedFunction[] = ['relay', 'deliver-webhook'];
/**
 * The number of faults in one period at which the alarm pages. One bad stream record, which Lambda retries, can cause a
 * few faults.
 */
const MANY_FAULTS = 10;

const manyFaultsAlarm = ({ action }: WatchedFunction, stage: string): AlarmRow => ({
  id: `many-faults-${action}`,
  incident: impactOf(action).of,
  impact: impactOf(action).ofMany,
  threshold: MANY_FAULTS,
  ...faultAlarmFields(action, stage),
});

/**
 * The functions for which a single failed invocation makes a datapoint breach. Most run too rarely for the usual
 * threshold: the sweep runs once in `SWEEP_PERIOD_MS`, and in a quiet hour few calls end. A failed record-call can mean
 * that a partner misses a call, for which no other alarm pages.
 */
const EACH_FAILURE_COUNTS: readonly DeployedFunction[] = ['record-call', 'sweep', ROLLOUT_CHECK];

const failedInvocationsAlarm = ({ action, name }: WatchedFunction): AlarmRow => ({
  id: `errors-${action}`,
  // A crash of the probe raises only a ticket here, because the missing results of the probe raise api-unreachable.
  ...(SERVE_NO_PARTNER.includes(action) ? { severity: 'ticket' } : { incident: impactOf(action).of }),
  impact: impactOf(action).ofMany,
  heading: 'A function crashes or times out',
  metrics: { errors: functionMetric(name, 'Errors', 'Sum') },
  ...(EACH_FAILURE_COUNTS.includes(action)
    ? { periodSeconds: SWEEP_PERIOD_MS / 1_000, threshold: 1 }
    : { periodSeconds: MINUTE, threshold: 3 }),
  datapoints: { breaching: 2, of: 3 },
});

/**
 * The functions whose rejected invocations raise the alarm earlier than those of others, because partners notice them
 * at once. Without the authorizer, the request fails. Without the relay, all later events of the same shard wait.
 */
const FIRST_IN_LINE: readonly DeployedFunction[] = ['authorizer', 'relay'];

const throttlesAlarm = ({ action, name }: WatchedFunction): AlarmRow => ({
  id: `throttles-${action}`,
  // This alarm is only a ticket. If partners are harmed, the alarms on API responses, calls and events page.
  severity: 'ticket',
  impact: impactOf(action).ofFew,
  heading: 'Lambda throttles a function',
  metrics: { throttles: functionMetric(name, 'Throttles', 'Sum') },
  periodSeconds: MINUTE,
  threshold: 1,
  datapoints: allDatapointsBreach(FIRST_IN_LINE.includes(action) ? 2 : 5),
});

/**
 * How many seconds before its timeout an invocation raises the alarm, for functions that use most of their timeout by
 * design: a busy sweep, and an invocation of deliver-webhook whose receivers hang, end some seconds before the timeout.
 * A test compares these seconds with the reserves of both functions.
 */
export const SPARE_SECONDS: Partial<Record<DeployedFunction, number>> = { sweep: 5, 'deliver-webhook': 2.5 };

const nearTimeoutAlarm = ({ action, name, timeoutSeconds }: WatchedFunction): AlarmRow => ({
  id: `duration-${action}`,
  severity: 'ticket',
  impact: `Nothing yet, but ${action} is close to its timeout.${SERVE_NO_PARTNER.includes(action) ? '' : ` If it times out: ${impactOf(action).ofFew}`}`,
  heading: 'A function is close to its timeout',
  metrics: { duration: functionMetric(name, 'Duration', 'p99') },
  periodSeconds: 5 * MINUTE,
  threshold: 1_000 * (timeoutSeconds - (SPARE_SECONDS[action] ?? 0.2 * timeoutSeconds)),
  datapoints: allDatapointsBreach(3),
});
