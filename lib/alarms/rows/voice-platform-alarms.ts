import { INTAKE_RETRIED_FOR } from '../../../shared/domain/calls/intake-retries.ts';
import { type AlarmRow, allDatapointsBreach, MINUTE, sumOf } from '../alarm-row.ts';
import { ownMetric, queueMetric, type WatchedResources } from '../watched-resources.ts';
import { deadLetterAlarm } from './queue-alarms.ts';

const MANY_REJECTED_PERCENT = 5;

/** Alarms on finished calls that do not arrive from the voice platform, or that cannot be recorded. */
export const voicePlatformAlarms = (watched: WatchedResources): AlarmRow[] => [
  ...handoverAlarms(watched),
  ...queuedCallAlarms(watched.queues),
];

const handoverAlarms = ({ stage }: WatchedResources): AlarmRow[] => [
  {
    id: 'calls-refused',
    severity: 'ticket',
    impact: 'A partner misses a finished call, because we refuse it.',
    heading: 'Calls are refused',
    ...sumOf({ rejected: ownMetric(stage, 'callsRejected') }),
    periodSeconds: 5 * MINUTE,
    threshold: 1,
  },
  {
    id: 'calls-refused-many',
    incident: 'calls',
    impact: `Partners miss at least ${MANY_REJECTED_PERCENT} % of the finished calls, because we refuse them.`,
    heading: 'Calls are refused',
    metrics: { rejected: ownMetric(stage, 'callsRejected'), recorded: ownMetric(stage, 'callsRecorded') },
    expression: 'IF(FILL(rejected, 0) >= 20, 100 * rejected / (rejected + FILL(recorded, 0)), 0)',
    periodSeconds: 15 * MINUTE,
    threshold: MANY_REJECTED_PERCENT,
  },
  {
    id: 'calls-stopped',
    incident: 'calls',
    impact: 'Partners get no finished calls, although calls are answered.',
    heading: 'Calls are answered but not recorded',
    metrics: { lookedUp: ownMetric(stage, 'callsLookedUp'), recorded: ownMetric(stage, 'callsRecorded') },
    expression: 'IF(FILL(lookedUp, 0) >= 20 AND FILL(recorded, 0) == 0, 1, 0)',
    periodSeconds: 30 * MINUTE,
    threshold: 1,
  },
];

const queuedCallAlarms = ({ intake, intakeDeadLetters }: WatchedResources['queues']): AlarmRow[] => [
  {
    id: 'intake-age',
    incident: 'calls',
    impact: 'Partners get calls minutes late, because queued calls are not recorded.',
    heading: 'Queued calls are not recorded',
    metrics: { age: queueMetric(intake, 'ApproximateAgeOfOldestMessage', 'Maximum') },
    periodSeconds: MINUTE,
    threshold: 5 * MINUTE,
  },
  {
    id: 'no-consumption-intake',
    incident: 'calls',
    impact: 'Partners miss calls, because queued calls wait and none is recorded.',
    heading: 'Queued calls are not recorded',
    metrics: {
      // After a fault, a message is hidden, and counts as received. From the fourth receive on, the metric for the
      // oldest message leaves the message out, so this alarm counts messages.
      visible: queueMetric(intake, 'ApproximateNumberOfMessagesVisible', 'Minimum'),
      hidden: queueMetric(intake, 'ApproximateNumberOfMessagesNotVisible', 'Minimum'),
      deleted: queueMetric(intake, 'NumberOfMessagesDeleted', 'Sum'),
    },
    expression: 'IF(visible + hidden > 0 AND FILL(deleted, 0) == 0, 1, 0)',
    periodSeconds: MINUTE,
    threshold: 1,
    datapoints: allDatapointsBreach(5),
  },
  deadLetterAlarm({
    id: 'intake-dead-letters',
    impact: `A partner misses a queued call, because it was refused or has failed for ${INTAKE_RETRIED_FOR}.`,
    heading: "Calls are in the intake's dead-letter queue",
    queue: intakeDeadLetters,
  }),
];
