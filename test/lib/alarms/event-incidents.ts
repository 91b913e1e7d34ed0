import { every, once } from './course.ts';
import { counted } from './delivery-courses.ts';
import { caughtUp, type Incident, incident, NO_EVENTS, NO_LATENESS } from './incident.ts';
import { type Minute, type Names, own, sqs, times } from './minutes.ts';

export const ofEvents = (names: Names): Incident[] => [
  incident(
    'the mapping of the main lane is disabled',
    ['incident-events'],
    { within: 5, lasts: 20, aftermath: caughtUp },
    (minute) => [
      [sqs(names.main, 'ApproximateNumberOfMessagesVisible'), [10 * (minute + 1)]],
      [sqs(names.main, 'ApproximateAgeOfOldestMessage'), [60 * (minute + 1)]],
      [sqs(names.main, 'NumberOfMessagesDeleted'), [0]],
      ...NO_EVENTS,
      ...NO_LATENESS,
    ],
  ),
  incident(
    'a new version of deliver-webhook fails for every delivery',
    ['incident-events', 'fault-deliver-webhook'],
    { within: 5, lasts: 20, aftermath: caughtUp },
    () => [[own('UnhandledError', { function: 'deliver-webhook' }), times(5, 1)], ...NO_EVENTS, ...NO_LATENESS],
  ),
  incident(
    'one delivery cannot be handled, and comes back for an hour',
    ['fault-deliver-webhook'],
    { within: 1, lasts: 60 },
    (minute) => every(6, minute, [[own('UnhandledError', { function: 'deliver-webhook' }), [1]]]),
  ),
  incident(
    'KMS decrypts no signing secret',
    ['incident-events', 'secret-unavailable'],
    { within: 5, lasts: 20, aftermath: caughtUp },
    () => [[own('SecretUnavailable'), times(3, 1)], ...NO_EVENTS, ...NO_LATENESS],
  ),
  incident(
    'one signing secret could not be decrypted once',
    ['secret-unavailable'],
    { within: 1, lasts: 5 },
    (minute) => once(minute, [[own('SecretUnavailable'), [1]]]),
  ),
  incident('a message is left in a dead-letter queue', ['dead-letters'], { within: 1, lasts: 30 }, () => [
    [sqs(names.deadLetters, 'ApproximateNumberOfMessagesVisible'), [1]],
  ]),
];

/** The receiver of a partner with 60 % of all events is out: its first attempts fail, and later its deliveries die. */
const largePartnerOut = (minute: number): Minute => [
  [own('FirstAttempts'), times(10, 1)],
  [own('FirstAttemptsFailed'), times(6, 1)],
  [own('TimedFirstAttempts'), times(4, 1)],
  ...counted(1, 12)(minute),
  [own('WebhookExhausted'), minute >= 120 ? times(6, 1) : []],
  [own('WakeUpLateness'), times(10, 300)],
];

export const ofReceivers: readonly Incident[] = [
  incident(
    'the receiver of one large partner is out for three hours',
    ['partner-failing', 'first-attempts-failing', 'webhook-exhausted'],
    { within: 1, lasts: 180 },
    largePartnerOut,
  ),
  incident(
    'the receivers of 20 % of the partners fail',
    ['incident-receivers', 'partner-failing'],
    { within: 5, lasts: 60 },
    counted(5, 25),
  ),
  incident(
    'the receivers of all four partners fail, which are fewer than five',
    ['partner-failing'],
    { within: 1, lasts: 60 },
    counted(4, 4),
  ),
];
