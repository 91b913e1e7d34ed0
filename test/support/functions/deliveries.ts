import { randomUUID } from 'node:crypto';
import { BatchWriteCommand, DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { chunksOf } from '../../../shared/domain/chunks.ts';
import { SWEEP_PERIOD_MS } from '../../../shared/domain/deliveries/sweep-period.ts';
import { newLineId, newPartnerId } from '../../../shared/domain/ids.ts';
import type { CallItem } from '../../../shared/store/calls/item.ts';
import { callRecorder, type RecordingSettings } from '../../../shared/store/calls/recording.ts';
import { type DeliveryItem, deliveryItem, newDelivery } from '../../../shared/store/deliveries/item.ts';
import type { Table } from '../../../shared/store/table/connect.ts';
import { expressions } from '../../../shared/store/table/expression.ts';
import { duePartitionKey, dueShardOf, keys } from '../../../shared/store/table/keys.ts';

/** The time at which these tests begin. */
export const START_MS = Date.parse('2026-06-01T12:00:00.000Z');
export { SWEEP_PERIOD_MS };

/** Returns a finished call with its own line and its own partner. Tests pass only the fields that they are about. */
export const aCall = (about: Partial<CallItem> = {}): CallItem => ({
  callId: `call-${randomUUID()}`,
  tenantId: newLineId(),
  partnerId: newPartnerId(),
  storedAtMs: START_MS,
  summary: 'Asked for a table at seven',
  ...about,
});

/** Returns the store that records calls, without timeouts, because a busy machine responds late. */
export const callRecorderOn = (table: Table, about: Partial<RecordingSettings> = {}) =>
  callRecorder(table, {
    sweepPeriodMs: SWEEP_PERIOD_MS,
    sendingOnce: table,
    limit: () => new AbortController().signal,
    ...about,
  });

/** Stores a call and its delivery, and then sets the given attributes in the delivery's row. */
export async function recorded(table: Table, call: CallItem, about: Partial<DeliveryItem> = {}): Promise<DeliveryItem> {
  await callRecorderOn(table).store(call, () => call.storedAtMs);
  await changeItem(table, keys.delivery(call.callId), about);
  return deliveryRow(table, call.callId);
}

/** Stores many calls and their deliveries with few requests, each as `recorded` does. */
export async function manyRecorded(table: Table, calls: readonly CallItem[], about: Partial<DeliveryItem> = {}) {
  await putItems(
    table,
    calls.map((call) => ({ ...keys.call(call.tenantId, call.storedAtMs, call.callId), ...call })),
  );
  return onlyDeliveries(table, calls, about);
}

/** Stores many deliveries as `manyRecorded` does, but without their calls. */
export async function onlyDeliveries(table: Table, calls: readonly CallItem[], about: Partial<DeliveryItem> = {}) {
  const rows = calls.map((call) => ({ ...newDelivery(call, SWEEP_PERIOD_MS), ...about }));
  await putItems(
    table,
    rows.map((row) => ({ ...keys.delivery(row.callId), ...row })),
  );
  return rows.map((row) => deliveryItem.parse(row));
}

/** Returns calls whose deliveries are in one shard of the index of due deliveries. */
export function callsInShard(shardNumber: number, count: number): readonly CallItem[] {
  const calls: CallItem[] = [];
  while (calls.length < count) {
    const call = aCall();
    if (dueShardOf(call.callId) === duePartitionKey(shardNumber)) calls.push(call);
  }
  return calls;
}

export const deliveryRow = async (table: Table, callId: string): Promise<DeliveryItem> =>
  deliveryItem.parse(await itemAt(table, keys.delivery(callId)));

export async function itemAt({ db, name }: Table, Key: Record<string, string>) {
  return (await db.send(new GetCommand({ TableName: name, Key, ConsistentRead: true }))).Item;
}

export const putItem = ({ db, name }: Table, Item: Record<string, unknown>) =>
  db.send(new PutCommand({ TableName: name, Item }));

/** The most items that one request can write. */
const MAX_BATCH = 25;

export const putItems = ({ db, name }: Table, items: readonly Record<string, unknown>[]) =>
  Promise.all(
    chunksOf(
      items.map((Item) => ({ PutRequest: { Item } })),
      MAX_BATCH,
    ).map(async (puts) => {
      const { UnprocessedItems = {} } = await db.send(new BatchWriteCommand({ RequestItems: { [name]: puts } }));
      if (Object.keys(UnprocessedItems).length > 0) throw new Error('The engine did not write the whole batch');
    }),
  );

export const removeItem = ({ db, name }: Table, Key: Record<string, string>) =>
  db.send(new DeleteCommand({ TableName: name, Key }));

/** Sets the given attributes of an item, as a fault or another version might have left them. */
export async function changeItem({ db, name }: Table, Key: Record<string, string>, about: Record<string, unknown>) {
  const set = Object.keys(about).map((attribute) => `#${attribute} = :${attribute}`);
  if (set.length === 0) return;
  const values = Object.fromEntries(Object.entries(about).map(([attribute, value]) => [`:${attribute}`, value]));
  await db.send(
    new UpdateCommand({ TableName: name, Key, ...expressions({ update: `SET ${set.join(', ')}`, values }) }),
  );
}
