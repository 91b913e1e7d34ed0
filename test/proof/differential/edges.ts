import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { batch, condition, elsewhere, get, Key, put, query, transaction, update } from './commands.ts';
import type { Command } from './outcome.ts';

/**
 * Edge cases of what the stores send, and of the limits. Generated commands rarely reach them. All engines agree about
 * them.
 */
export const EDGES: Readonly<Record<string, (TableName: string) => Command>> = {
  'value not defined': condition('#n = :a'),
  'name not defined': condition('#n = :a', { ':a': 5 }, { ExpressionAttributeNames: undefined }),
  'alias that holds a path is one name': condition('attribute_exists(#a)', undefined, {
    ExpressionAttributeNames: { '#a': 'm.a' },
  }),
  'a pair of parentheses around two others': condition('((#n = :a) AND (#s = :a))', { ':a': 5 }),
  'AND binds stronger than OR': condition('attribute_exists(#n) OR attribute_exists(#s) AND attribute_exists(#gone)'),
  'BETWEEN at its lower bound': condition('#n BETWEEN :a AND :b', { ':a': 5, ':b': 9 }),
  'BETWEEN at its upper bound': condition('#n BETWEEN :a AND :b', { ':a': 1, ':b': 5 }),
  '<= and >= of equal values': condition('#n <= :a AND #n >= :a', { ':a': 5 }),
  '< and > of equal values': condition('#n < :a OR #n > :a', { ':a': 5 }),
  'undefined value': condition('#n = :a', { ':a': undefined }),
  'map in another order': condition('#m = :a', { ':a': { b: { c: 2 }, a: 1 } }),
  'strings in byte order': condition('#last < :a', { ':a': '😀' }),
  'null exists': condition('attribute_exists(#none) AND #none = :a', { ':a': null }),
  'REMOVE creates an absent item': update('REMOVE #n', undefined, { Key: elsewhere, ReturnValues: 'ALL_NEW' }),
  'if_not_exists of null': update('SET #n = if_not_exists(#none, :a)', { ':a': 1 }, { ReturnValues: 'ALL_NEW' }),
  'returned new values': update('SET #k = :a REMOVE #n', { ':a': 1 }, { ReturnValues: 'UPDATED_NEW' }),
  'sections in any order': update('REMOVE #s SET #n = :a ADD #k :a', { ':a': 1 }),
  'two attributes swapped': update('SET #n = #s, #s = #n'),
  'sum with a string': update('SET #n = #n + :a', { ':a': '1' }),
  'sum with an absent attribute': update('SET #n = #gone + :a', { ':a': 1 }),
  'absent attribute with a false condition': update('SET #n = #gone', undefined, {
    ConditionExpression: 'attribute_exists(#gone)',
  }),
  'path within a string': update('SET #s.#a = :a', { ':a': 1 }),
  'path within an absent attribute': update('SET #gone.#a = :a', { ':a': 1 }),
  'index key of another type': update('SET sweepAtMs = :a', { ':a': 'soon' }),
  'empty index key': update('SET dueShard = :a', { ':a': '' }),
  'put without sort key': (TableName) => new PutCommand({ TableName, Item: { PK: 'edge' } }),
  'put with an empty key': put({ SK: '' }),
  'put with a number as key': put({ SK: 1 }),
  'put with a long partition key': put({ PK: 'x'.repeat(2049) }),
  'put with a long sort key': put({ SK: 'x'.repeat(1025) }),
  'put of an item that is too large': put({ much: 'x'.repeat(410 * 1024) }),
  'put of an item that is too large, with a false condition': put(
    { much: 'x'.repeat(410 * 1024) },
    { ConditionExpression: 'attribute_exists(dueShard)' },
  ),
  'undefined members': put({ l: [1, undefined, 2], m: { a: undefined } }),
  'key with another attribute': get({ Key: { ...Key, n: 5 } }),
  'another table': get({ TableName: 'another-table' }),
  'batch with one existing item': batch(Key, elsewhere),
  'batch with a duplicate key': batch(Key, Key),
  'empty batch': batch(),
  'batch of 101 keys': batch(...Array.from({ length: 101 }, (_, index) => ({ PK: 'edge', SK: `${index}` }))),
  'empty transaction': transaction(() => []),
  'transaction of 101 parts': transaction((TableName) =>
    Array.from({ length: 101 }, (_, index) => ({ Delete: { TableName, Key: { PK: 'edge', SK: `${index}` } } })),
  ),
  'transaction with two parts on one item': transaction((TableName) => [
    { Put: { TableName, Item: Key } },
    { Delete: { TableName, Key } },
  ]),
  'transaction with an empty part': transaction(() => [{}]),
  'transaction part that puts an index key of another type': transaction((TableName) => [
    { Put: { TableName, Item: { ...Key, sweepAtMs: 'soon' } } },
    { Delete: { TableName, Key: elsewhere } },
  ]),
  'query without a limit': query('PK = :p', { ':p': 'edge' }),
  'query that ends at its limit': query('PK = :p', { ':p': 'edge' }, { Limit: 1 }),
  'query from an absent key': query('PK = :p', { ':p': 'edge' }, { ExclusiveStartKey: { PK: 'edge', SK: 'a' } }),
  'query with parentheses': query('(PK = :p) AND (SK = :s)', { ':p': 'edge', ':s': 'x' }),
  'query with the sort key first': query('SK > :s AND PK = :p', { ':p': 'edge', ':s': 'a' }),
  'query without a partition': query('SK = :s', { ':s': 'x' }),
  'filter on an attribute': query('PK = :p', { ':p': 'edge', ':n': 4 }, { FilterExpression: '#n = :n' }),
  'consistent read of an index': query('dueShard = :p', { ':p': 'd' }, { IndexName: 'due', ConsistentRead: true }),
  'query of an unknown index': query('dueShard = :p', { ':p': 'd' }, { IndexName: 'done' }),
};

/** What DynamoDB accepts, or might, but the service never sends. The table in memory refuses to guess. */
export const UNUSED: Readonly<Record<string, (TableName: string) => Command>> = {
  'a second pair of parentheses around a condition that breaks off': condition('((#n = :a)', { ':a': 5 }),
  'an unknown function': condition('starts(#n)'),
  'a sum of three': update('SET #n = #n + :a + :a', { ':a': 1 }),
  'ADD of an attribute': update('ADD #n #k'),
  'an operand in parentheses': condition('#n = (:a)', { ':a': 5 }),
  'a sum in parentheses': update('SET #n = (#n + :a)', { ':a': 5 }),
  NOT: condition('NOT #n = :a', { ':a': 5 }),
  begins_with: condition('begins_with(#s, :a)', { ':a': 't' }),
  contains: condition('contains(#s, :a)', { ':a': 't' }),
  attribute_type: condition('attribute_type(#n, :a)', { ':a': 'N' }),
  size: condition('size(#s) = :a', { ':a': 4 }),
  'a position in a list': condition('#l[2] = :a', { ':a': 1 }),
  list_append: update('SET #l = list_append(#l, :a)', { ':a': [1] }),
  'DELETE of members of a set': update('DELETE #k :a', { ':a': new Set([1]) }),
  'ADD of members to a set': update('ADD #k :a', { ':a': new Set([1]) }),
  'a set': put({ tags: new Set(['a']) }),
  'no update expression': update(undefined),
  'returned old values': update('SET #n = :a', { ':a': 1 }, { ReturnValues: 'UPDATED_OLD' }),
  'a returned nested part': update('SET #m.#a = :a', { ':a': 1 }, { ReturnValues: 'UPDATED_NEW' }),
  'a put that returns an item': put({}, { ReturnValues: 'ALL_OLD' }),
  'a projection': get({ ProjectionExpression: 'PK' }),
  'a projection of a query': query('PK = :p', { ':p': 'edge' }, { ProjectionExpression: 'PK' }),
};
