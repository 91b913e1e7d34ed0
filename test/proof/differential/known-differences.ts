import { isDeepStrictEqual } from 'node:util';
import { condition, elsewhere, Key, query, transaction, update } from './commands.ts';
import type { Command, Outcome } from './outcome.ts';

/** `done`, or the name of the error. */
interface Disagreement {
  readonly command: (TableName: string) => Command;
  readonly memory: string;
  readonly dynoxide: string;
  readonly dynamoDbLocal: string;
}

const INVALID = 'ValidationException';
const CANCELED = 'TransactionCanceledException';
/** dynoxide lets pass what AWS and the table in memory refuse. */
const dynoxideIsLax = (command: Disagreement['command'], instead = 'done'): Disagreement => ({
  command,
  memory: INVALID,
  dynoxide: instead,
  dynamoDbLocal: INVALID,
});
/** The table in memory does not read it; nothing of ours says it. */
const notRead = (command: Disagreement['command'], dynoxide = 'done'): Disagreement => ({
  command,
  memory: INVALID,
  dynoxide,
  dynamoDbLocal: 'done',
});

const NOT_CURRENT = 'ConditionalCheckFailedException';

/** Everything that one engine is known to see otherwise. None of it is anything that the stores send. */
export const DISAGREEMENTS: Readonly<Record<string, Disagreement>> = {
  'an attribute compared with itself': dynoxideIsLax(condition('n = n')),
  'an order of truth values': dynoxideIsLax(condition('n < :v', { ':v': true }), NOT_CURRENT),
  'a type that does not exist': dynoxideIsLax(condition('attribute_type(n, :t)', { ':t': 'X' }), NOT_CURRENT),
  'IN with 101 members': dynoxideIsLax(
    condition(
      `n IN (${Array.from({ length: 101 }, (_, index) => `:v${index}`).join(', ')})`,
      Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`:v${index}`, index])),
    ),
  ),
  'an undefined value that is not come to': dynoxideIsLax(condition('attribute_exists(n) OR s = :gone')),
  'an unused value where the condition is false': dynoxideIsLax(
    condition('attribute_exists(gone)', { ':v': 1 }),
    NOT_CURRENT,
  ),
  'removal from a map that is not there': dynoxideIsLax(update('REMOVE gone.a')),
  'a part of a transaction that is two': dynoxideIsLax(
    transaction((TableName) => [{ Put: { TableName, Item: elsewhere }, Delete: { TableName, Key } }]),
  ),
  'a part of a transaction with an empty update': dynoxideIsLax(
    transaction((TableName) => [{ Update: { TableName, Key, UpdateExpression: '' } }]),
  ),
  'a part of a transaction with one path through another': dynoxideIsLax(
    transaction((TableName) => [
      {
        Update: {
          TableName,
          Key,
          UpdateExpression: 'SET m = :m, m.a = :n',
          ExpressionAttributeValues: { ':m': {}, ':n': 1 },
        },
      },
    ]),
  ),
  'a part of a transaction with a wrong expression': dynoxideIsLax(
    transaction((TableName) => [{ Update: { TableName, Key, UpdateExpression: 'SET' } }]),
    CANCELED,
  ),
  'a partition key of another type': dynoxideIsLax(query('PK = :p', { ':p': 1 })),
  'an empty sort key': dynoxideIsLax(query('PK = :p AND begins_with(SK, :s)', { ':p': 'edge', ':s': '' })),
  'a page after a key of another partition': dynoxideIsLax(
    query('PK = :p', { ':p': 'edge' }, { ExclusiveStartKey: { PK: 'other', SK: 'x' } }),
  ),
  'a page after a key outside of the range': dynoxideIsLax(
    query('PK = :p AND SK > :s', { ':p': 'edge', ':s': 'm' }, { ExclusiveStartKey: { PK: 'edge', SK: 'a' } }),
  ),
  'a filter on what the index does not show': dynoxideIsLax(
    query('dueShard = :p', { ':p': 'd', ':n': 5 }, { IndexName: 'due', FilterExpression: 'n = :n' }),
  ),
  'a part of a transaction that does not fit its item': {
    command: transaction((TableName) => [{ Update: { TableName, Key, UpdateExpression: 'SET n = gone' } }]),
    memory: CANCELED,
    dynoxide: CANCELED,
    dynamoDbLocal: INVALID,
  },
  'an operand in parentheses': notRead(condition('n = (:a)', { ':a': 5 }), INVALID),
  'the size of a value': notRead(condition('size(:a) = n', { ':a': 'texts' }), INVALID),
  'a sum in parentheses': notRead(update('SET n = (n + :a)', { ':a': 5 })),
  'a query with the value first': notRead(query(':p = PK', { ':p': 'edge' })),
};

export type Engine = 'dynoxide' | 'dynamoDbLocal';
/** The one that the test run started. */
export const ENGINE: Engine = process.env['TEST_ENGINE'] === 'dynamodb-local' ? 'dynamoDbLocal' : 'dynoxide';

interface Excuse {
  readonly engine: Engine;
  readonly why: string;
  readonly holds: (simulated: Outcome, real: Outcome) => boolean;
}

/** What of it generated commands meet. Nothing is written in either way. */
const EXCUSES: readonly Excuse[] = [
  {
    engine: 'dynoxide',
    why: 'it cancels a transaction that has a wrong expression, where AWS refuses the request',
    holds: (simulated, real) => isInvalid(simulated) && isCanceled(real),
  },
  {
    engine: 'dynoxide',
    why: 'it looks at the token of a transaction first, DynamoDB Local at its expressions',
    holds: (simulated, real) => isInvalid(simulated) && isRejected(real, 'IdempotentParameterMismatchException'),
  },
  {
    engine: 'dynoxide',
    why: 'it misses unused placeholders when the condition does not hold',
    holds: (simulated, real) => isInvalid(simulated) && isRejected(real, 'ConditionalCheckFailedException'),
  },
  {
    engine: 'dynamoDbLocal',
    why: 'it sees that nothing can follow a page which ends on the upper bound itself',
    holds: (simulated, real) => simulated.kind === 'response' && isDeepStrictEqual(withoutNext(simulated), real),
  },
  {
    engine: 'dynamoDbLocal',
    why: 'it refuses a transaction that does not fit an item, where AWS cancels it',
    holds: (simulated, real) => isCanceled(simulated, 'ValidationError') && isInvalid(real),
  },
];

export const isExcused = (simulated: Outcome, real: Outcome) =>
  EXCUSES.some(({ engine, holds }) => engine === ENGINE && holds(simulated, real));

const withoutNext = ({
  kind,
  response: { LastEvaluatedKey: _, ...response },
}: Extract<Outcome, { kind: 'response' }>) => ({
  kind,
  response,
});

const isRejected = (outcome: Outcome, name: string) => outcome.kind === 'rejected' && outcome.name === name;

const isInvalid = (outcome: Outcome) => isRejected(outcome, 'ValidationException');

const isCanceled = (outcome: Outcome, because?: string) =>
  outcome.kind === 'rejected' &&
  outcome.name === 'TransactionCanceledException' &&
  (because === undefined || outcome.codes.includes(because));
