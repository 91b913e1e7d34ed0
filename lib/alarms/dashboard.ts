import { Duration, Stack } from 'aws-cdk-lib';
import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IAlarm,
  type IMetric,
  type IWidget,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { FAST_BURN, SLOW_BURN } from '../../shared/domain/burn-rates.ts';
import { LANES } from '../../shared/domain/deliveries/lane.ts';
import { SWEEP_PERIOD_MS } from '../../shared/domain/deliveries/sweep-period.ts';
import { stagePrefix } from '../../shared/names/stage-names.ts';
import { MINUTE } from './alarm-row.ts';
import { metricOf, timeSeriesOf } from './metrics.ts';
import { apiAlarms } from './rows/api-alarms.ts';
import { objectiveAlarms } from './rows/objective-alarms.ts';
import {
  apiMetric,
  functionMetric,
  type OwnMetric,
  ownMetric,
  queueMetric,
  tableMetric,
  type WatchedResources,
} from './watched-resources.ts';

interface HealthDashboardProps {
  readonly watched: WatchedResources;
  readonly incidents: readonly IAlarm[];
}

const WIDTH = 24;
const PERIOD_SECONDS = MINUTE;
const SWEEP_PERIOD_SECONDS = SWEEP_PERIOD_MS / 1_000;

/** The rows under the first title show whether partners are affected. The other rows help to find the cause. */
export class HealthDashboard extends Construct {
  constructor(scope: Construct, id: string, { watched, incidents }: HealthDashboardProps) {
    super(scope, id);
    new Dashboard(this, 'Dashboard', {
      // The name must be unique in the whole account, across all regions.
      dashboardName: `${stagePrefix(watched.stage)}-${Stack.of(this).region}`,
      defaultInterval: Duration.hours(3),
      widgets: [
        [
          titleWidget(
            'Health of partners',
            'If an alarm below is red, open the heading in docs/runbook.md that its description names.',
          ),
        ],
        partnersRow(watched, incidents),
        receiversRow(watched),
        objectivesRow(watched),
        [titleWidget('Voice platform')],
        voicePlatformRow(watched),
        [titleWidget('Deliveries')],
        queueRow(watched),
        attemptRow(watched),
        [titleWidget('Functions and table')],
        platformRow(watched),
      ],
    });
  }
}

const partnersRow = (watched: WatchedResources, incidents: readonly IAlarm[]): IWidget[] => {
  const { api, stage } = watched;
  return [
    new AlarmStatusWidget({ title: 'Incidents', alarms: [...incidents], width: WIDTH / 4, height: 6 }),
    graphWidget(
      'Requests (left) and our faults (right)',
      [metricOf(apiMetric(api, 'Count', 'Sum'), PERIOD_SECONDS, 'requests')],
      unexpected5xx(watched),
    ),
    graphWidget('Settled deliveries by status', ownMetrics(stage, ['delivered', 'refused', 'dead', 'skipped'])),
    graphWidget('Milliseconds from storing a call to the end of its first attempt', [
      metricOf(ownMetric(stage, 'deliveryLatency', 'p50'), PERIOD_SECONDS, 'p50'),
      metricOf(ownMetric(stage, 'deliveryLatency', 'p95'), PERIOD_SECONDS, 'p95'),
    ]),
  ];
};

/** The graph of failing partners. Later sweeps count the same partners again, so the graph shows maxima, not sums. */
const receiversRow = ({ stage }: WatchedResources): IWidget[] => [
  graphWidget(
    'Partners whose receivers fail (left) and active partners (right)',
    [metricOf(ownMetric(stage, 'failingPartners', 'Maximum'), SWEEP_PERIOD_SECONDS, 'failing')],
    [metricOf(ownMetric(stage, 'activePartners', 'Maximum'), SWEEP_PERIOD_SECONDS, 'active')],
  ),
];

/**
 * The graphs of the burn rates, over the long windows of the alarms. A burn rate of 1 uses up exactly the month's
 * budget. Each point of a graph covers its whole window.
 */
const objectivesRow = (watched: WatchedResources): IWidget[] => {
  const longWindowsOf = (burn: string) =>
    objectiveAlarms(watched)
      .filter(({ id }) => id.endsWith(burn))
      .flatMap(({ id, windows: [long] }) => (long ? [timeSeriesOf(long, id)] : []));
  return [
    graphWidget(`Burn rates over ${FAST_BURN.over} (page at ${FAST_BURN.rate} or more)`, longWindowsOf('fast-burn')),
    graphWidget(`Burn rates over ${SLOW_BURN.over} (ticket at ${SLOW_BURN.rate} or more)`, longWindowsOf('slow-burn')),
  ];
};

const unexpected5xx = (watched: WatchedResources) =>
  apiAlarms(watched)
    .filter(({ id }) => id === 'api-5xx')
    .map((row) => timeSeriesOf(row, 'unexpected 5xx'));

/** The graphs of look-ups for calls, and of finished calls. */
const voicePlatformRow = ({ stage, queues: { intake } }: WatchedResources): IWidget[] => {
  const ofIntake = (metric: string, label: string) =>
    metricOf(queueMetric(intake, metric, 'Maximum'), PERIOD_SECONDS, label);
  return [
    graphWidget(
      'Calls looked up, recorded and refused',
      ownMetrics(stage, ['callsLookedUp', 'callsRecorded', 'callsRejected']),
    ),
    graphWidget('Queued calls', [
      ofIntake('ApproximateNumberOfMessagesVisible', 'waiting'),
      ofIntake('ApproximateNumberOfMessagesNotVisible', 'in flight'),
    ]),
    graphWidget('Age of the oldest queued call in seconds', [ofIntake('ApproximateAgeOfOldestMessage', 'intake')]),
  ];
};

const queueRow = ({ stage, queues }: WatchedResources): IWidget[] => {
  const lanes = (metric: string) =>
    LANES.map((lane) => metricOf(queueMetric(queues[lane], metric, 'Maximum'), PERIOD_SECONDS, lane));
  return [
    graphWidget('Wake-ups waiting', lanes('ApproximateNumberOfMessagesVisible')),
    graphWidget('Wake-ups in flight', lanes('ApproximateNumberOfMessagesNotVisible')),
    graphWidget('Age of the oldest wake-up in seconds', lanes('ApproximateAgeOfOldestMessage')),
    graphWidget('Lateness of attempts in milliseconds', [
      metricOf(ownMetric(stage, 'wakeUpLateness', 'p90'), PERIOD_SECONDS, 'main p90'),
      metricOf(ownMetric(stage, 'slowLaneLateness', 'p90'), PERIOD_SECONDS, 'slow p90'),
      metricOf(ownMetric(stage, 'hungLaneLateness', 'p90'), PERIOD_SECONDS, 'hung p90'),
    ]),
  ];
};

const attemptRow = ({ stage, queues, functions }: WatchedResources): IWidget[] => {
  const relays = functions.filter(({ action }) => action === 'relay');
  const lag = relays.map(({ name }) => metricOf(functionMetric(name, 'IteratorAge', 'Maximum'), PERIOD_SECONDS, 'lag'));
  const leftBehind = (['deadLetters', 'relayFailures', 'intakeDeadLetters'] as const).map((name) =>
    metricOf(queueMetric(queues[name], 'ApproximateNumberOfMessagesVisible', 'Maximum'), PERIOD_SECONDS, name),
  );
  return [
    graphWidget('Attempts', ownMetrics(stage, ['attempts', 'firstAttempts', 'firstAttemptsFailed', 'blockedAddress'])),
    graphWidget('Lag of the relay in milliseconds', lag),
    graphWidget('Failed messages', leftBehind),
    graphWidget(
      'Main-lane deliveries woken by the sweep, and dropped wake-ups',
      ownMetrics(stage, ['sweepRescued', 'wakeUpsDropped']),
    ),
  ];
};

const platformRow = ({ api, stage, functions, table }: WatchedResources): IWidget[] => {
  const each = (metric: string) =>
    functions.map(({ action, name }) => metricOf(functionMetric(name, metric, 'Sum'), PERIOD_SECONDS, action));
  const throttles = ['ReadThrottleEvents', 'WriteThrottleEvents'].map((metric) =>
    metricOf(tableMetric(table.name, metric), PERIOD_SECONDS, metric),
  );
  return [
    graphWidget('API latency in milliseconds', [
      metricOf(apiMetric(api, 'Latency', 'p50'), PERIOD_SECONDS, 'p50'),
      metricOf(apiMetric(api, 'Latency', 'p90'), PERIOD_SECONDS, 'p90'),
    ]),
    graphWidget('Invocations that failed (left) or were throttled (right)', each('Errors'), each('Throttles')),
    graphWidget('Rejected requests', ownMetrics(stage, ['authFailed', 'rateLimited', 'expected5xx'])),
    graphWidget('Table throttles', throttles),
  ];
};

const ownMetrics = (stage: string, metrics: readonly OwnMetric[]) =>
  metrics.map((metric) => metricOf(ownMetric(stage, metric), PERIOD_SECONDS));

const titleWidget = (text: string, more = '') =>
  new TextWidget({ markdown: `## ${text}\n${more}`, width: WIDTH, height: more === '' ? 1 : 2 });

const graphWidget = (name: string, left: IMetric[], right: IMetric[] = []) =>
  new GraphWidget({ title: name, left, right, width: WIDTH / 4, height: 6 });
