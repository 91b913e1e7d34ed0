import { type Course, every, gauge } from './course.ts';
import { dynamodb, type Names, sqs, times } from './minutes.ts';

export const queueCourses = ({ main, slow, hung, deadLetters, relayFailures }: Names): Record<string, Course> => ({
  ...laneCourses('main', main, { age: 30 * 60, waiting: 1_000 }),
  ...laneCourses('slow', slow, { age: 60 * 60, waiting: 5_000 }),
  ...laneCourses('hung', hung, { age: 60 * 60, waiting: 5_000 }),
  ...failureCourses('dead-letters', deadLetters),
  ...failureCourses('relay-failures', relayFailures),
});

const laneCourses = (lane: string, queue: string, most: { age: number; waiting: number }): Record<string, Course> => ({
  [`no-consumption-${lane}`]: {
    trouble: () => [
      [sqs(queue, 'ApproximateNumberOfMessagesVisible'), [3]],
      [sqs(queue, 'NumberOfMessagesDeleted'), []],
    ],
    raisedAfter: 3,
    overAfter: 1,
    // One wake-up handled in three minutes shows that the queue has a consumer.
    spared: (minute) => [
      [sqs(queue, 'ApproximateNumberOfMessagesVisible'), [900]],
      [sqs(queue, 'NumberOfMessagesDeleted'), minute % 3 === 2 ? [1] : [0]],
    ],
  },
  [`queue-age-${lane}`]: gauge(sqs(queue, 'ApproximateAgeOfOldestMessage'), most.age, { raisedAfter: 3, overAfter: 1 }),
  [`backlog-${lane}`]: gauge(sqs(queue, 'ApproximateNumberOfMessagesVisible'), most.waiting, {
    raisedAfter: 11,
    overAfter: 5,
  }),
  [`in-flight-${lane}`]: gauge(sqs(queue, 'ApproximateNumberOfMessagesNotVisible'), 90_000, {
    raisedAfter: 1,
    overAfter: 5,
  }),
});

const THREE_DAYS_SECONDS = 259_200;

const failureCourses = (id: string, queue: string): Record<string, Course> => ({
  [id]: gauge(sqs(queue, 'ApproximateNumberOfMessagesVisible'), 1, { raisedAfter: 1, overAfter: 1 }),
  [`${id}-age`]: gauge(sqs(queue, 'ApproximateAgeOfOldestMessage'), THREE_DAYS_SECONDS, {
    raisedAfter: 1,
    overAfter: 5,
  }),
});

export const tableCourses = ({ table }: Names): Record<string, Course> => ({
  'table-throttled': {
    trouble: () => [[dynamodb(table, 'ReadThrottleEvents', { GlobalSecondaryIndexName: 'due' }), [1]]],
    raisedAfter: 5,
    overAfter: 3,
    spared: (minute) => (minute % 7 < 4 ? [[dynamodb(table, 'WriteThrottleEvents'), [50]]] : []),
  },
  'table-system-errors': {
    trouble: () => [
      [dynamodb(table, 'SystemErrors', { Operation: 'Query' }), [1]],
      [dynamodb(table, 'SystemErrors', { Operation: 'TransactWriteItems' }), [1, 1]],
    ],
    raisedAfter: 3,
    overAfter: 3,
    spared: () => [[dynamodb(table, 'SystemErrors', { Operation: 'GetItem' }), [1, 1]]],
  },
  'table-conflicts': {
    trouble: () => [[dynamodb(table, 'TransactionConflict'), times(4, 1)]],
    raisedAfter: 10,
    overAfter: 1,
    spared: (minute) => every(5, minute, [[dynamodb(table, 'TransactionConflict'), times(19, 1)]]),
  },
});
