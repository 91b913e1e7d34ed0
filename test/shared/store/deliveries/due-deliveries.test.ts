import { describe, expect, it } from '@jest/globals';
import { DUE_SHARD_NUMBERS, dueDeliveryStore, PAGE_SIZE } from '../../../../shared/store/deliveries/due-deliveries.ts';
import { keys } from '../../../../shared/store/table/keys.ts';
import {
  aCall,
  callRecorderOn,
  callsInShard,
  changeItem,
  itemAt,
  onlyDeliveries,
  recorded,
  START_MS,
  SWEEP_PERIOD_MS,
} from '../../../support/functions/deliveries.ts';
import { testTable } from '../../../support/table/table.ts';

const SWEEP_AT_MS = START_MS + SWEEP_PERIOD_MS;

const table = await testTable();

describe('the due deliveries that the sweep finds', () => {
  const store = () => dueDeliveryStore(table, { sweepPeriodMs: SWEEP_PERIOD_MS });
  async function found(nowMs: number) {
    const entries = [];
    for (const shard of DUE_SHARD_NUMBERS)
      for await (const page of store().pastDue(shard, { nowMs })) entries.push(...page);
    return entries;
  }

  it('the sweep finds in every shard all deliveries that have been due for a sweep period', async () => {
    const callRecorder = callRecorderOn(table);
    const one = aCall();
    await callRecorder.store(one, () => START_MS);
    const others = DUE_SHARD_NUMBERS.flatMap((shard) => callsInShard(shard, shard === 0 ? 2 * PAGE_SIZE + 1 : 3));
    await onlyDeliveries(table, others);
    const calls = [one, ...others];
    await callRecorder.store(aCall(), () => START_MS + 1);
    await callRecorder.store(aCall(), () => START_MS, 'no webhook');

    const PKs = (await found(SWEEP_AT_MS)).map(({ PK }) => PK);
    expect(PKs.toSorted()).toEqual(calls.map(({ callId }) => keys.delivery(callId).PK).toSorted());
    expect(await found(SWEEP_AT_MS - 1)).toEqual([]);
  });

  it('only one of two parallel sweeps can set a later sweep time for a delivery', async () => {
    const row = await recorded(table, aCall());
    const entry = { ...keys.delivery(row.callId), sweepAtMs: SWEEP_AT_MS };
    const moved = await Promise.all([1, 2].map(() => store().moveForward(entry, SWEEP_AT_MS + 5)));
    expect(moved.filter((one) => one !== undefined)).toEqual([row]);
    expect((await itemAt(table, keys.delivery(row.callId)))?.['sweepAtMs']).toBe(SWEEP_AT_MS + 5 + SWEEP_PERIOD_MS);
  });

  it('a sweep sets no later sweep time if the row is missing or has another sweep time than the index', async () => {
    const row = await recorded(table, aCall());
    await changeItem(table, keys.delivery(row.callId), { sweepAtMs: 0 });
    const stale = { ...keys.delivery(row.callId), sweepAtMs: SWEEP_AT_MS };
    expect(await store().moveForward(stale, SWEEP_AT_MS)).toBeUndefined();
    expect(await store().moveForward({ ...keys.delivery('never-stored'), sweepAtMs: 1 }, 2)).toBeUndefined();
    expect(await itemAt(table, keys.delivery('never-stored'))).toBeUndefined();
  });

  it('delivery rows can be read by their keys', async () => {
    const calls = Array.from({ length: 120 }, () => aCall());
    const rows = await onlyDeliveries(table, calls);
    const missing = keys.delivery('never-stored');
    const rowAt = await store().findAll([...rows.map(({ callId }) => keys.delivery(callId)), missing, missing]);
    expect(rows.map(({ callId }) => rowAt(keys.delivery(callId)))).toEqual(rows);
    expect(rowAt(missing)).toBeUndefined();
  });
});
