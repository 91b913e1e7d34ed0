import { DEAD_LETTER_AFTER, FAILURES_KEPT_DAYS } from '../../delivery/queues.ts';
import { type AlarmRow, allDatapointsBreach, DAY, HOUR, MINUTE } from '../alarm-row.ts';
import { queueMetric, type WatchedResources } from '../watched-resources.ts';

/** The age at which a failed message that nobody has handled raises an alarm: in days, and in words. */
export const FORGOTTEN = { days: 3, text: 'three days' } as const;

/** At this number of messages in flight, a standard queue delivers no further messages. */
export const MAX_IN_FLIGHT = 120_000;

type Lane = Readonly<Record<'id' | 'queue' | 'delayed', string> & Record<'maxAgeSeconds' | 'maxWaiting', number>>;

/** Alarms on wake-ups that wait, and on messages that failed through our own faults. */
export const queueAlarms = ({ queues }: WatchedResources): AlarmRow[] => [
  // Retries wait in the queue for up to `MAX_DELAY_MS`, so a message can be that old without being late.
  ...laneAlarms({
    id: 'main',
    queue: queues.main,
    delayed: 'Partners get their events late',
    maxAgeSeconds: 30 * MINUTE,
    maxWaiting: 1_000,
  }),
  // The thresholds of the slow and the hung lane are higher, because partners with bad receivers wait there for each
  // other by design.
  ...laneAlarms({
    id: 'slow',
    queue: queues.slow,
    delayed: 'Partners whose receivers respond late get their events later than intended',
    maxAgeSeconds: HOUR,
    maxWaiting: 5_000,
  }),
  ...laneAlarms({
    id: 'hung',
    queue: queues.hung,
    delayed: 'Partners whose receivers do not respond get their events later than intended',
    maxAgeSeconds: HOUR,
    maxWaiting: 5_000,
  }),
  // The next two alarms are only tickets, because `many-faults-relay` and `many-faults-deliver-webhook` raise a page.
  deadLetterAlarm({
    id: 'dead-letters',
    impact: `An event comes late, because its wake-up has failed for ${DEAD_LETTER_AFTER} through a fault of ours.`,
    heading: 'Wake-ups are in the dead-letter queue',
    queue: queues.deadLetters,
  }),
  deadLetterAlarm({
    id: 'relay-failures',
    impact: 'Events come minutes late, because the relay gave up and only the sweep wakes their deliveries.',
    heading: 'The relay gave up on records',
    queue: queues.relayFailures,
  }),
  forgottenMessageAlarm('dead-letters', queues.deadLetters),
  forgottenMessageAlarm('relay-failures', queues.relayFailures),
];

/** Returns the alarm for the first message in a dead-letter queue. */
export const deadLetterAlarm = ({
  queue,
  ...about
}: Pick<AlarmRow, 'id' | 'impact' | 'heading'> & { readonly queue: string }): AlarmRow => ({
  ...about,
  severity: 'ticket',
  metrics: { waiting: queueMetric(queue, 'ApproximateNumberOfMessagesVisible', 'Maximum') },
  periodSeconds: MINUTE,
  threshold: 1,
});

const laneAlarms = ({ id, queue, delayed, maxAgeSeconds, maxWaiting }: Lane): AlarmRow[] => [
  {
    id: `no-consumption-${id}`,
    incident: 'events',
    impact: `${delayed}, because nothing reads the ${id} queue.`,
    heading: 'A queue is not being read',
    metrics: {
      waiting: queueMetric(queue, 'ApproximateNumberOfMessagesVisible', 'Minimum'),
      deleted: queueMetric(queue, 'NumberOfMessagesDeleted', 'Sum'),
    },
    expression: 'IF(waiting > 0 AND FILL(deleted, 0) == 0, 1, 0)',
    // No batch takes as long as these datapoints together, so one long batch raises no alarm.
    periodSeconds: MINUTE,
    threshold: 1,
    datapoints: allDatapointsBreach(3),
  },
  {
    id: `queue-age-${id}`,
    severity: 'ticket',
    impact: `${delayed}.`,
    heading: 'Wake-ups are old',
    metrics: { age: queueMetric(queue, 'ApproximateAgeOfOldestMessage', 'Maximum') },
    periodSeconds: MINUTE,
    threshold: maxAgeSeconds,
    datapoints: allDatapointsBreach(3),
  },
  {
    id: `backlog-${id}`,
    severity: 'ticket',
    impact: `${delayed}.`,
    heading: 'Many wake-ups wait',
    metrics: { waiting: queueMetric(queue, 'ApproximateNumberOfMessagesVisible', 'Maximum') },
    periodSeconds: 5 * MINUTE,
    threshold: maxWaiting,
    datapoints: allDatapointsBreach(3),
  },
  {
    id: `in-flight-${id}`,
    severity: 'ticket',
    impact: `Nothing yet, but at ${MAX_IN_FLIGHT} messages in flight, the ${id} queue stops and its events are not sent.`,
    heading: 'Many wake-ups are in flight',
    metrics: { inFlight: queueMetric(queue, 'ApproximateNumberOfMessagesNotVisible', 'Maximum') },
    periodSeconds: 5 * MINUTE,
    threshold: 0.75 * MAX_IN_FLIGHT,
  },
];

/** Makes an alarm that is raised long before SQS deletes a message that nobody has handled. */
const forgottenMessageAlarm = (id: string, queue: string): AlarmRow => ({
  id: `${id}-age`,
  severity: 'ticket',
  impact: `Nothing, because the sweep wakes the delivery. After ${FAILURES_KEPT_DAYS} days, SQS deletes the message that shows the fault.`,
  heading: `Failed messages are ${FORGOTTEN.text} old`,
  metrics: { age: queueMetric(queue, 'ApproximateAgeOfOldestMessage', 'Maximum') },
  periodSeconds: 5 * MINUTE,
  threshold: FORGOTTEN.days * DAY,
});
