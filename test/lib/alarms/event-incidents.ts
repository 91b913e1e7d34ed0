import { every } from './course.ts';
import { caughtUp, type Incident, NO_EVENTS, NO_LATENESS, nothing } from './incident.ts';
import { type Minute, type Names, own, sqs, times } from './minutes.ts';

const counted = (failing: number, active: number, minute: number): Minute =>
  every(5, minute, [
    [own('FailingPartners'), [failing]],
    [own('ActivePartners'), [active]],
  ]);

export const ofEvents = (names: Names): Incident[] => [
  {
    what: 'the mapping of the main lane is disabled',
    notifies: ['incident-events'],
    withinMinutes: 5,
    lastsMinutes: 20,
    trouble: (minute) => [
      [sqs(names.main, 'ApproximateNumberOfMessagesVisible'), [10 * (minute + 1)]],
      [sqs(names.main, 'ApproximateAgeOfOldestMessage'), [60 * (minute + 1)]],
      [sqs(names.main, 'NumberOfMessagesDeleted'), [0]],
      ...NO_EVENTS,
      ...NO_LATENESS,
    ],
    aftermath: caughtUp,
  },
  {
    what: 'a new version of deliver-webhook fails for every delivery',
    notifies: ['incident-events', 'fault-deliver-webhook'],
    withinMinutes: 5,
    lastsMinutes: 20,
    trouble: () => [
      [own('UnhandledError', { function: 'deliver-webhook' }), times(5, 1)],
      ...NO_EVENTS,
      ...NO_LATENESS,
    ],
    aftermath: caughtUp,
  },
  {
    what: 'one delivery cannot be handled, and comes back for an hour',
    notifies: ['fault-deliver-webhook'],
    withinMinutes: 1,
    lastsMinutes: 60,
    trouble: (minute) => every(6, minute, [[own('UnhandledError', { function: 'deliver-webhook' }), [1]]]),
  },
  {
    what: 'KMS decrypts no signing secret',
    notifies: ['incident-events', 'secret-unavailable'],
    withinMinutes: 5,
    lastsMinutes: 20,
    trouble: () => [[own('SecretUnavailable'), times(3, 1)], ...NO_EVENTS, ...NO_LATENESS],
    aftermath: caughtUp,
  },
  {
    what: 'one signing secret could not be decrypted once',
    notifies: ['secret-unavailable'],
    withinMinutes: 1,
    lastsMinutes: 5,
    trouble: (minute) => (minute === 0 ? [[own('SecretUnavailable'), [1]]] : nothing),
  },
  {
    what: 'a message is left in a dead-letter queue',
    notifies: ['dead-letters'],
    withinMinutes: 1,
    lastsMinutes: 30,
    trouble: () => [[sqs(names.deadLetters, 'ApproximateNumberOfMessagesVisible'), [1]]],
  },
];

/** The receiver of a partner with 60 % of all events is out: its first attempts fail, and later its deliveries die. */
const largePartnerOut = (minute: number): Minute => [
  [own('FirstAttempts'), times(10, 1)],
  [own('FirstAttemptsFailed'), times(6, 1)],
  [own('TimedFirstAttempts'), times(4, 1)],
  ...counted(1, 12, minute),
  [own('WebhookExhausted'), minute >= 120 ? times(6, 1) : []],
  [own('WakeUpLateness'), times(10, 300)],
];

export const ofReceivers: readonly Incident[] = [
  {
    what: 'the receiver of one large partner is out for three hours',
    notifies: ['partner-failing', 'first-attempts-failing', 'webhook-exhausted'],
    withinMinutes: 1,
    lastsMinutes: 180,
    trouble: largePartnerOut,
  },
  {
    what: 'the receivers of 20 % of the partners fail',
    notifies: ['incident-receivers', 'partner-failing'],
    withinMinutes: 5,
    lastsMinutes: 60,
    trouble: (minute) => counted(5, 25, minute),
  },
  {
    what: 'the receivers of all four partners fail, which are fewer than five',
    notifies: ['partner-failing'],
    withinMinutes: 1,
    lastsMinutes: 60,
    trouble: (minute) => counted(4, 4, minute),
  },
];
