import { BatchGetCommand, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { KEY_COUNT, keyAt } from './generated-conditions.ts';
import { type GeneratedQuery, queries } from './generated-queries.ts';
import { firstItems, type Run, writes } from './generated-writes.ts';
import type { Command, Outcome } from './outcome.ts';

type Compare = (command: Command) => Promise<Outcome>;

/** One step of a run. Both tables must have the same outcome for it. */
export type Step = (run: Run, compare: Compare) => Promise<unknown>;

const keyIndexes = fc.nat(KEY_COUNT - 1);

const oneWrite: fc.Arbitrary<Step> = writes.map(
  ({ alone }) =>
    (run, compare) =>
      compare(alone(run)),
);

/** There are few tokens, so that some are reused for another transaction. */
const transaction: fc.Arbitrary<Step> = fc
  .tuple(
    fc.uniqueArray(writes, { minLength: 1, maxLength: 4, selector: ({ keyIndex }) => keyIndex }),
    fc.constantFrom(undefined, undefined, undefined, 0, 1),
  )
  .map(([parts, token]) => (run, compare) => {
    const TransactItems = parts.map(({ part }) => part(run));
    const ClientRequestToken = token === undefined ? undefined : `${run.run}-${token}`;
    return compare(new TransactWriteCommand({ TransactItems, ClientRequestToken }));
  });

const read: fc.Arbitrary<Step> = keyIndexes.map(
  (keyIndex) => (run, compare) =>
    compare(new GetCommand({ TableName: run.TableName, Key: keyAt({ run: run.run, keyIndex }) })),
);

const MAX_PAGES = 10;

const wholeQuery: fc.Arbitrary<Step> = queries.map((query) => (run, compare) => allPages(query, run, compare));

async function allPages(query: GeneratedQuery, run: Run, compare: Compare): Promise<void> {
  let after: Record<string, unknown> | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const outcome = await compare(query(run, after));
    const key = outcome.kind === 'response' ? outcome.response['LastEvaluatedKey'] : undefined;
    if (typeof key !== 'object' || key === null) return;
    after = { ...key };
  }
}

const once: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: oneWrite },
  { weight: 3, arbitrary: transaction },
  { weight: 1, arbitrary: read },
  { weight: 3, arbitrary: wholeQuery },
);

/** Some steps run twice in a row, like a retry after a lost response. */
const step: fc.Arbitrary<Step> = fc.tuple(once, fc.nat(7)).map(([doOnce, dice]) => async (run, compare) => {
  await doOnce(run, compare);
  if (dice === 0) await doOnce(run, compare);
});

export const steps: fc.Arbitrary<readonly Step[]> = fc
  .tuple(firstItems, fc.array(step, { minLength: 1, maxLength: 24, size: 'max' }))
  .map(([first, then]) => [
    ...first.map(
      (put): Step =>
        (run, compare) =>
          compare(put(run)),
    ),
    ...then,
  ]);

/** Returns the command that reads all items of a run. */
export const content = ({ TableName, run }: Run) =>
  new BatchGetCommand({
    RequestItems: {
      [TableName]: {
        Keys: Array.from({ length: KEY_COUNT }, (_, keyIndex) => keyAt({ run, keyIndex })),
        ConsistentRead: true,
      },
    },
  });
