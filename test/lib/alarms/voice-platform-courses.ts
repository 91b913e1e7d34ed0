import { type Course, gauge } from './course.ts';
import { type Names, own, sqs, times } from './minutes.ts';

export const voicePlatformCourses = ({ intake, intakeDeadLetters }: Names): Record<string, Course> => ({
  'calls-refused': {
    trouble: (minute) => (minute === 0 ? [[own('CallsRefused'), [1]]] : []),
    raisedAfter: 1,
    overAfter: 5,
    spared: () => [[own('CallsRecorded'), times(100, 1)]],
  },
  'calls-refused-many': {
    trouble: () => [[own('CallsRefused'), [1, 1]]],
    raisedAfter: 10,
    overAfter: 6,
    // Thirty calls in fifteen minutes, but fewer than one call in twenty.
    spared: () => [
      [own('CallsRefused'), [1, 1]],
      [own('CallsRecorded'), times(39, 1)],
    ],
  },
  'calls-stopped': {
    trouble: () => [[own('CallsRecorded'), []]],
    raisedAfter: 30,
    overAfter: 1,
    spared: (minute) => [[own('CallsRecorded'), minute % 30 === 0 ? [1] : []]],
  },
  'intake-age': gauge(sqs(intake, 'ApproximateAgeOfOldestMessage'), 300, { raisedAfter: 1, overAfter: 1 }),
  'no-consumption-intake': {
    // Hidden messages wait after a fault.
    trouble: (minute) => [
      [sqs(intake, 'ApproximateNumberOfMessagesVisible'), minute % 2 === 0 ? [1] : [0]],
      [sqs(intake, 'ApproximateNumberOfMessagesNotVisible'), minute % 2 === 0 ? [0] : [1]],
      [sqs(intake, 'NumberOfMessagesDeleted'), []],
    ],
    raisedAfter: 5,
    overAfter: 1,
    spared: (minute) => [
      [sqs(intake, 'ApproximateNumberOfMessagesVisible'), [900]],
      [sqs(intake, 'NumberOfMessagesDeleted'), minute % 5 === 4 ? [1] : [0]],
    ],
  },
  'intake-dead-letters': gauge(sqs(intakeDeadLetters, 'ApproximateNumberOfMessagesVisible'), 1, {
    raisedAfter: 1,
    overAfter: 1,
  }),
});
