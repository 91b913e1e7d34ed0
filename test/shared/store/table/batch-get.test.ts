import { describe, expect, it } from '@jest/globals';
import { batchGet, batchGetInOrder } from '../../../../shared/store/table/batch-get.ts';
import type { Table } from '../../../../shared/store/table/connect.ts';
import { keys } from '../../../../shared/store/table/keys.ts';
import { putItem } from '../../../support/functions/deliveries.ts';
import { intercepted } from '../../../support/table/faulty.ts';
import { testTable } from '../../../support/table/table.ts';

const table = await testTable();
for (const Key of [keys.line('a'), keys.line('c')]) await putItem(table, Key);

describe('a read of several items by key', () => {
  const wanted = ['c', 'a', 'b'].map(keys.line);

  it('the items of a batch have the order of their keys', async () => {
    const items = await batchGetInOrder(table, wanted);
    expect(items.map(({ PK }) => PK)).toEqual(['LINE#c', 'LINE#a']);
  });

  /** Returns a table that leaves all keys unprocessed for the given number of requests. */
  function reluctant(times: number): { table: Table; asked: () => number } {
    let asked = 0;
    const faulty = intercepted(table, async (command) => {
      asked += 1;
      if (asked > times) return table.db.send(command);
      return { Responses: {}, UnprocessedKeys: { [table.name]: { Keys: wanted } } };
    });
    return { table: { ...faulty, pacing: { random: () => 0, sleepMs: async () => undefined } }, asked: () => asked };
  }

  it('a batch read is complete even if DynamoDB leaves keys unprocessed at first', async () => {
    const itemAt = await batchGet(reluctant(3).table, wanted);
    expect(wanted.map(itemAt)).toEqual([keys.line('c'), keys.line('a'), undefined]);
  });

  it('a batch read fails if DynamoDB leaves keys unprocessed six times', async () => {
    const { table: never, asked } = reluctant(6);
    await expect(batchGet(never, wanted)).rejects.toThrow('leaves items of a batch unread');
    expect(asked()).toBe(6);
  });
});
