import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from '@jest/globals';
import { expressions, isNew } from '../../../../shared/store/table/expression.ts';
import { Contention, put, transact, update, withConflictRetries } from '../../../../shared/store/table/transactions.ts';
import { updateItem } from '../../../../shared/store/table/update-item.ts';
import { itemAt } from '../../../support/functions/deliveries.ts';
import { intercepted } from '../../../support/table/faulty.ts';
import { testTable } from '../../../support/table/table.ts';

const key = (name: string) => ({ PK: name, SK: name });
const failing = (Code: string) =>
  new TransactionCanceledException({ message: '', $metadata: {}, CancellationReasons: [{ Code }] });

const table = await testTable();
await transact(table, { taken: put({ ...key('taken'), owner: 'first', count: 2 }) });

describe('a transaction with several writes', () => {
  it('a rejected transaction returns which conditions failed', async () => {
    const cancelled = await transact(table, {
      free: put(key('free'), { condition: isNew }),
      leftOut: undefined,
      taken: put(key('taken'), { condition: isNew }),
      missing: update(key('missing'), { update: 'SET #a = :a', condition: { is: '#b = :a' }, values: { ':a': 1 } }),
    });
    expect(cancelled).toEqual({
      free: { kind: 'none' },
      leftOut: { kind: 'none' },
      taken: { kind: 'conditionFailed', item: { ...key('taken'), owner: 'first', count: 2 } },
      missing: { kind: 'conditionFailed', item: undefined },
    });
  });

  it('a transaction throws if it is throttled', async () => {
    const throttled = intercepted(table, () => Promise.reject(failing('ThrottlingError')));
    await expect(transact(throttled, { a: put(key('a')) })).rejects.toThrow(TransactionCanceledException);
  });

  it('a transaction is not sent if its abort signal was already aborted', async () => {
    const { PK } = key('aborted');
    const abortSignal = AbortSignal.abort();
    await expect(transact(table, { a: put(key(PK)) }, { abortSignal })).rejects.toThrow('abort');
    expect(await itemAt(table, key(PK))).toBeUndefined();
  });

  it('a transaction without writes throws', async () => {
    await expect(transact(table, { leftOut: undefined })).rejects.toThrow();
  });

  it('a transaction returns the conflict with another writer', async () => {
    const contended = intercepted(table, () => Promise.reject(failing('TransactionConflict')));
    expect(await transact(contended, { a: put(key('a')) })).toEqual({ a: { kind: 'conflict' } });
  });
});

it('a single write throws if it is throttled', async () => {
  const throttled = intercepted(table, () => Promise.reject(new Error('throttled')));
  const write = updateItem(throttled, key('a'), { update: 'SET #a = :a', values: { ':a': 1 } });
  await expect(write).rejects.toThrow('throttled');
});

describe('retries after a conflict with another writer', () => {
  const waits: number[] = [];
  const pacing = { random: () => 1, sleepMs: async (durationMs: number) => void waits.push(durationMs) };

  it('the retries of a write stop after 12 attempts', async () => {
    waits.length = 0;
    const contended = () => Promise.reject(new Contention(['partner']));
    await expect(withConflictRetries(contended, pacing)).rejects.toMatchObject({
      kind: 'unavailable',
      on: ['partner'],
    });
    expect(waits).toEqual([20, 40, 80, 160, 320, 640, 800, 800, 800, 800, 800]);
  });

  it('a single write is retried after a conflict with a transaction', async () => {
    const responses = [Promise.reject(new TransactionConflictException({ message: '', $metadata: {} })), 'written'];
    expect(await withConflictRetries(async () => responses.shift(), pacing)).toBe('written');
  });

  it('a write is not retried after an error other than a conflict', async () => {
    waits.length = 0;
    await expect(withConflictRetries(() => Promise.reject(new Error('broken')), pacing)).rejects.toThrow('broken');
    expect(waits).toEqual([]);
  });
});

describe('the DynamoDB expressions of a write', () => {
  const condition = { isActive: '#state = :active', hasRoom: '#count < #quota OR #count = :one' };

  it('the clauses of a condition are joined with AND', () => {
    expect(expressions({ update: 'SET #count = :one', condition, values: { ':active': 'active', ':one': 1 } })).toEqual(
      {
        UpdateExpression: 'SET #count = :one',
        ConditionExpression: '(#state = :active) AND (#count < #quota OR #count = :one)',
        ExpressionAttributeNames: { '#state': 'state', '#count': 'count', '#quota': 'quota' },
        ExpressionAttributeValues: { ':active': 'active', ':one': 1 },
      },
    );
  });

  it('a request lacks values that are undefined, but has values that no expression uses', () => {
    const values = { ':one': 1, ':stray': 'stray', ':absent': undefined };
    const { ExpressionAttributeValues } = expressions({ condition: { isOne: '#count = :one' }, values });
    expect(ExpressionAttributeValues).toEqual({ ':one': 1, ':stray': 'stray' });
  });

  it('a write without update and condition has no expressions', () => {
    expect(expressions({})).toEqual({});
  });
});
