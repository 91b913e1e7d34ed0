import { isDeepStrictEqual } from 'node:util';
import { condition, elsewhere, Key, query, transaction, update } from './commands.ts';
import type { Command, Outcome } from './outcome.ts';

/** A command with the outcome of each engine: `done` or the name of the error. */
interface Disagreement {
  readonly command: (TableName: string) => Command;
  readonly memory: string;
  readonly dynoxide: string;
  readonly dynamoDbLocal: string;
}

const INVALID = 'ValidationException';
const CANCELED = 'TransactionCanceledException';
/** A difference in which dynoxide accepts what AWS and the table in memory reject. */
const dynoxideIsLax = (command: Disagreement['command'], instead = 'done'): Disagreement => ({
  command,
  memory: INVALID,
  dynoxide: instead,
  dynamoDbLocal: INVALID,
});
/** A difference in syntax that the table in memory does not parse. The service does not use it. */
const notRead = (command: Disagreement['command'], dynoxide = 'done'): Disagreement => ({
  command,
  memory: INVALID,
  dynoxide,
  dynamoDbLocal: 'done',
});

const NOT_CURRENT = 'ConditionalCheckFailedException';

/** The known differences between the engines. The stores send none of these commands. */
export const DISAGREEMENTS: Readonly<Record<string, Disagreement>> = {
  'an attribute compared with itself': dynoxideIsLax(condition('#n = #n')),
  'an order of booleans': dynoxideIsLax(condition('#n < :v', { ':v': true }), NOT_CURRENT),
  'IN with 101 members': dynoxideIsLax(
    condition(
      `#n IN (${Array.from({ length: 101 }, (_, index) => `:v${index}`).join(', ')})`,
      Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`:v${index}`, index])),
    ),
  ),
  'an undefined value in an operand that is not evaluated': dynoxideIsLax(
    condition('attribute_exists(#n) OR #s = :gone'),
  ),
  'an unused value with a false condition': dynoxideIsLax(
    condition('attribute_exists(#gone)', { ':v': 1 }),
    NOT_CURRENT,
  ),
  'a REMOVE from an absent map': dynoxideIsLax(update('REMOVE #gone.#a')),
  'a transaction part with two writes': dynoxideIsLax(
    transaction((TableName) => [{ Put: { TableName, Item: elsewhere }, Delete: { TableName, Key } }]),
  ),
  'a transaction part with an empty update': dynoxideIsLax(
    transaction((TableName) => [{ Update: { TableName, Key, UpdateExpression: '' } }]),
  ),
  'a transaction part with overlapping paths': dynoxideIsLax(
    transaction((TableName) => [
      {
        Update: {
          TableName,
          Key,
          UpdateExpression: 'SET #m = :m, #m.#a = :n',
          ExpressionAttributeNames: { '#m': 'm', '#a': 'a' },
          ExpressionAttributeValues: { ':m': {}, ':n': 1 },
        },
      },
    ]),
  ),
  'a transaction part with an invalid expression': dynoxideIsLax(
    transaction((TableName) => [{ Update: { TableName, Key, UpdateExpression: 'SET' } }]),
    CANCELED,
  ),
  'a partition key of another type': dynoxideIsLax(query('PK = :p', { ':p': 1 })),
  'an empty sort key': dynoxideIsLax(query('PK = :p AND SK = :s', { ':p': 'edge', ':s': '' })),
  'a page after a key of another partition': dynoxideIsLax(
    query('PK = :p', { ':p': 'edge' }, { ExclusiveStartKey: { PK: 'other', SK: 'x' } }),
  ),
  'a page after a key outside of the range': dynoxideIsLax(
    query('PK = :p AND SK > :s', { ':p': 'edge', ':s': 'm' }, { ExclusiveStartKey: { PK: 'edge', SK: 'a' } }),
  ),
  'a transaction part with an empty index key': {
    command: transaction((TableName) => [{ Put: { TableName, Item: { ...Key, dueShard: '' } } }]),
    memory: CANCELED,
    dynoxide: INVALID,
    dynamoDbLocal: INVALID,
  },
  'a transaction part that does not fit its item': {
    command: transaction((TableName) => [
      {
        Update: {
          TableName,
          Key,
          UpdateExpression: 'SET #n = #gone',
          ExpressionAttributeNames: { '#n': 'n', '#gone': 'gone' },
        },
      },
    ]),
    memory: CANCELED,
    dynoxide: CANCELED,
    dynamoDbLocal: INVALID,
  },
  'an operand in parentheses': notRead(condition('#n = (:a)', { ':a': 5 }), INVALID),
  'a sum in parentheses': notRead(update('SET #n = (#n + :a)', { ':a': 5 })),
  'a query with the value first': notRead(query(':p = PK', { ':p': 'edge' })),
};

export type Engine = 'dynoxide' | 'dynamoDbLocal';
/** The engine of this test run. */
export const ENGINE: Engine = process.env['TEST_ENGINE'] === 'dynamodb-local' ? 'dynamoDbLocal' : 'dynoxide';

interface Excuse {
  readonly engine: Engine;
  readonly why: string;
  readonly holds: (simulated: Outcome, real: Outcome) => boolean;
}

/** The known differences that occur with generated commands. In these cases, neither engine writes anything. */
const EXCUSES: readonly Excuse[] = [
  {
    engine: 'dynoxide',
    why: 'it cancels a transaction with an invalid expression, while AWS rejects the request',
    holds: (simulated, real) => isInvalid(simulated) && isCanceled(real),
  },
  {
    engine: 'dynoxide',
    why: 'it checks the token of a transaction first, while DynamoDB Local checks its expressions first',
    holds: (simulated, real) => isInvalid(simulated) && isRejected(real, 'IdempotentParameterMismatchException'),
  },
  {
    engine: 'dynoxide',
    why: 'it ignores unused placeholders when the condition is false',
    holds: (simulated, real) => isInvalid(simulated) && isRejected(real, 'ConditionalCheckFailedException'),
  },
  {
    engine: 'dynamoDbLocal',
    why: 'it returns no key after a page that ends at the upper bound, because no item can follow',
    holds: (simulated, real) => simulated.kind === 'response' && isDeepStrictEqual(withoutNext(simulated), real),
  },
  {
    engine: 'dynamoDbLocal',
    why: 'it rejects a transaction that does not fit an item, while AWS cancels it',
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
