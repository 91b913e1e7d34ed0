import type { FunctionName } from '../../rights.ts';
import { type AlarmRow, always, type MetricRow, MINUTE } from '../row.ts';
import { ofFunction, ours, type Subjects, type WatchedFunction } from '../subjects.ts';

/**
 * Alarms for every function: an unexpected fault, a crash, an invocation that Lambda rejects, and a duration close to
 * the timeout.
 */
export const functionAlarms = ({ stage, functions }: Subjects): AlarmRow[] => [
  ...functions.flatMap((watched) => [
    unhandledError(watched, stage),
    failedInvocations(watched),
    throttles(watched),
    nearTimeout(watched),
  ]),
  {
    id: 'account-concurrency',
    severity: 'ticket',
    impact: 'Nothing yet, but at the limit the API returns 500 and events come late.',
    heading: 'The account runs out of concurrency',
    metrics: {
      claimed: ofAccount('ClaimedAccountConcurrency'),
      running: ofAccount('ConcurrentExecutions'),
    },
    // SERVICE_QUOTA returns the account's own limit, so the value is a percentage of that limit.
    expression: '100 * claimed / SERVICE_QUOTA(running)',
    periodSeconds: MINUTE,
    threshold: 80,
    datapoints: always(10),
  },
];

const ofAccount = (name: string): MetricRow => ({
  namespace: 'AWS/Lambda',
  name,
  dimensions: {},
  statistic: 'Maximum',
});

const impactOf = (action: FunctionName): string => IMPACTS[action] ?? `Partners get 500 from ${action}.`;

/** What partners notice when one of these functions fails. Any other function is an endpoint. */
const IMPACTS: Partial<Record<FunctionName, string>> = {
  authorizer: 'Partners get 500 from every endpoint.',
  'line-for-call':
    'Calls are answered with the settings that were last known, and calls to new lines are not answered.',
  intake: 'Partners get finished calls late that were handed over through the queue.',
  'record-call': 'Partners miss finished calls and their events, unless the voice platform retries.',
  relay: 'Events come minutes late, because only the sweep wakes their deliveries.',
  'deliver-webhook': 'Partners get their events late.',
  sweep: 'Events whose wake-ups were lost are not sent.',
};

/**
 * The fault alarms of these functions page, because nothing else notices a fault of these functions. For endpoints, the
 * alarms on API responses page instead.
 */
const DELIVERS: readonly FunctionName[] = ['relay', 'deliver-webhook'];

const unhandledError = ({ action }: WatchedFunction, stage: string): AlarmRow => ({
  id: `fault-${action}`,
  severity: DELIVERS.includes(action) ? 'page' : 'ticket',
  impact: impactOf(action),
  heading: 'A function reported an unexpected fault',
  metrics: { faults: ours(stage, 'unhandledError', 'Sum', action) },
  expression: 'FILL(faults, 0)',
  // A wake-up that cannot be handled comes back every six minutes for two hours, and the sweep tries a request that
  // cannot be prepared again after 5 to 10 minutes. That should be one alarm, not twenty.
  periodSeconds: 5 * MINUTE,
  threshold: 1,
  datapoints: { breaching: 1, of: 2 },
});

/**
 * For these functions, a single failure counts. A threshold of three failures in a minute would miss them: the schedule
 * never invokes the sweep three times in a minute, and in a quiet hour few calls end. A failed record-call can mean
 * that a partner misses a call, and no other alarm pages for that.
 */
const EACH_FAILURE_COUNTS: readonly FunctionName[] = ['record-call', 'sweep'];

const failedInvocations = ({ action, name }: WatchedFunction): AlarmRow => ({
  id: `errors-${action}`,
  severity: 'page',
  impact: impactOf(action),
  heading: 'A function crashes or times out',
  metrics: { errors: ofFunction(name, 'Errors', 'Sum') },
  ...(EACH_FAILURE_COUNTS.includes(action)
    ? { periodSeconds: 5 * MINUTE, threshold: 1 }
    : { periodSeconds: MINUTE, threshold: 3 }),
  datapoints: { breaching: 2, of: 3 },
});

/**
 * Partners notice at once when Lambda rejects an invocation of one of these functions. For the authorizer, the request
 * fails. For the relay, all later events of the same shard wait.
 */
const FIRST_IN_LINE: readonly FunctionName[] = ['authorizer', 'relay'];

const throttles = ({ action, name }: WatchedFunction): AlarmRow => ({
  id: `throttles-${action}`,
  severity: 'ticket',
  impact: impactOf(action),
  heading: 'Lambda throttles a function',
  metrics: { throttles: ofFunction(name, 'Throttles', 'Sum') },
  periodSeconds: MINUTE,
  threshold: 1,
  datapoints: always(FIRST_IN_LINE.includes(action) ? 2 : 5),
});

/**
 * Functions that use most of their timeout by design. A busy sweep stops ten seconds before its timeout. An invocation
 * whose receivers hang stops five seconds before.
 */
const SPARE_SECONDS: Partial<Record<FunctionName, number>> = { sweep: 5, 'deliver-webhook': 2.5 };

const nearTimeout = ({ action, name, timeoutSeconds }: WatchedFunction): AlarmRow => ({
  id: `duration-${action}`,
  severity: 'ticket',
  impact: `Nothing yet, but ${action} is close to its timeout. If it times out: ${impactOf(action)}`,
  heading: 'A function is close to its timeout',
  metrics: { duration: ofFunction(name, 'Duration', 'p99') },
  periodSeconds: 5 * MINUTE,
  threshold: 1_000 * (timeoutSeconds - (SPARE_SECONDS[action] ?? 0.2 * timeoutSeconds)),
  datapoints: always(3),
});
