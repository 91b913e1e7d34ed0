import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { TABLE } from '../../../shared/names/table.ts';
import { attribute, type Fragment, fieldsWith, joined, literal } from './expressions.ts';
import { boundsIn, conditionsOn, Placed, placed, shardOf } from './generated-conditions.ts';
import type { Run } from './generated-writes.ts';

/** The table or an index, with the possible queries. */
interface View {
  readonly indexName: string | undefined;
  readonly keys: readonly [string, string];
  readonly shards: readonly string[];
  /** Bounds in the order of the sort key. */
  readonly bounds: readonly (string | number)[];
}

const { dueIndex, partnerIndex, partitionKey, sortKey } = TABLE;
const FILTERABLE = ['n', 'k', 's', 'mixed', 'l', 'm.a', 'gone'];
const VIEWS: readonly View[] = [
  {
    indexName: undefined,
    keys: [partitionKey, sortKey],
    shards: ['p', 'q', 'r'],
    bounds: ['w', 'x', 'x1', 'x3', 'x4', 'y'],
  },
  {
    indexName: dueIndex.name,
    keys: [dueIndex.partitionKey, dueIndex.sortKey],
    shards: ['d', 'e', 'f'],
    bounds: [-1, 0, 5, 12, 21, 99],
  },
  {
    indexName: partnerIndex.name,
    keys: [partnerIndex.partitionKey, partnerIndex.sortKey],
    shards: ['d', 'e'],
    bounds: ['#', '0', '1', '1#3', '2#0', '9'],
  },
];

export type GeneratedQuery = (run: Run, after: Record<string, unknown> | undefined) => QueryCommand;

/** Generates queries that are read page by page to their end. */
export const queries: fc.Arbitrary<GeneratedQuery> = fc.constantFrom(...VIEWS).chain((view) =>
  fc
    .record({
      shard: fc.constantFrom(...view.shards),
      range: fc.option(rangesOf(view), { nil: undefined }),
      isBackward: fc.boolean(),
      limit: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
      filter:
        view.indexName === undefined
          ? fc.option(conditionsOn(FILTERABLE), { nil: undefined, freq: 2 })
          : fc.constant(undefined),
      aliased: fc.boolean(),
    })
    .map(({ shard, range, isBackward, limit, filter, aliased }): GeneratedQuery => {
      const partition = new Placed(({ run }) => shardOf(run, shard));
      const inPartition: Fragment = [attribute(view.keys[0], aliased), ' = ', literal(partition)];
      const expressions = {
        KeyConditionExpression: range === undefined ? inPartition : joined([inPartition, range], ' AND '),
        FilterExpression: filter,
      };
      return ({ TableName, run }, after) => {
        const input: QueryCommandInput = {
          TableName,
          ...fieldsWith(expressions, (value) => placed(value, { run, keyIndex: 0 })),
          ScanIndexForward: !isBackward,
          ...(view.indexName === undefined ? { ConsistentRead: true } : { IndexName: view.indexName }),
          ...(limit === undefined ? {} : { Limit: limit }),
          ...(after === undefined ? {} : { ExclusiveStartKey: after }),
        };
        return new QueryCommand(input);
      };
    }),
);

function rangesOf({ keys: [, name], bounds }: View): fc.Arbitrary<Fragment> {
  const bound = fc.constantFrom(...bounds).map(literal);
  const path = attribute(name, false);
  return fc.oneof(
    fc.tuple(fc.constantFrom('=', '<', '<=', '>', '>='), bound).map(([sign, value]) => [path, ` ${sign} `, value]),
    boundsIn(bounds).map(([low, high]) => [path, ' BETWEEN ', literal(low), ' AND ', literal(high)]),
  );
}
