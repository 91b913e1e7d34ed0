import { randomUUID } from 'node:crypto';
import { DeleteCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { PlaceOfCall } from '../../shared/store/calls/deletion.ts';
import { findLine } from '../../shared/store/lines/lines.ts';
import { releaseLine, terminateLine } from '../../shared/store/lines/termination.ts';
import { beginDeletion, deleteLine, endDeletion } from '../../shared/store/partners/deletion.ts';
import { findPartner } from '../../shared/store/partners/partners.ts';
import { batchGet } from '../../shared/store/table/batch-get.ts';
import type { Item, Table } from '../../shared/store/table/connect.ts';
import { callKeyParts, type Key, keys } from '../../shared/store/table/keys.ts';
import { Problem } from '../../tooling/command-line/problem.ts';
import type { WatchedTarget } from '../command.ts';
import { Interrupted } from '../errors.ts';
import { itemKey, KINDS, kindOfItem } from '../invariants/item-kinds.ts';
import { isoTime } from '../iso-time.ts';
import { mapInParallel } from '../map-in-parallel.ts';
import { deliveryPages } from '../records/delivery-queries.ts';
import { requirePartnerEverExisted } from '../records/partner-changes.ts';
import { partnerPages } from '../whole-table/pages.ts';
import { announceCost } from '../whole-table/table-size.ts';
import { deletePageOfCalls } from './calls.ts';

/**
 * How long the deletion waits for calls that are being recorded: longer than `record-call` (lib/functions/timeouts.ts)
 * or `intake` (shared/store/calls/recording.ts) takes to record a call after it has read the line.
 */
export const INTAKE_ENDS_WITHIN_MS = 20_000;

/** How many idempotency keys are deleted at a time. At about 10 ms for each key, this gives 1,000 keys per second. */
const KEYS_AT_A_TIME = 10;

export interface PartnerCounts {
  lines: number;
  calls: number;
}

/**
 * Deletes a partner with its lines and calls. After a failure, a repeated command completes the deletion.
 * The Problem of `requireNoNumbers` contains a phone number, so callers run it before they write an audit entry. The
 * table keeps the ids of the partner and its lines, marked as deleted. For each call, the table keeps the row that
 * prevents the reuse of the call's id.
 */
export async function deletePartner(target: WatchedTarget, partnerId: string): Promise<PartnerCounts> {
  const counts: PartnerCounts = { lines: 0, calls: 0 };
  try {
    await deleteDataOfPartner(target, partnerId, counts);
    return counts;
  } catch (error) {
    if (error instanceof Problem) throw error;
    // Deletions that were in progress when another deletion failed may have succeeded, too.
    const { lines, calls } = counts;
    throw new Interrupted(`lines deleted so far: ${lines}, calls: at least ${calls}`, 'delete the rest', error);
  }
}

/** Deletes the data of the partner, and adds the deleted lines and calls to `counts`. */
async function deleteDataOfPartner(target: WatchedTarget, partnerId: string, counts: PartnerCounts): Promise<void> {
  const { table, nowMs, sleepMs } = target;
  const size = await announceCost(target, [target.table.name]);
  const partner = await beginDeletion(table, partnerId, isoTime(nowMs()));
  if (partner === undefined) await requirePartnerEverExisted(table, partnerId);
  for await (const page of partnerPages(target, table, partnerId, size.items))
    await deleteItemsOfPage(target, page, counts);
  // Waits for calls that were being recorded when their line was deleted, and then deletes them.
  await sleepMs(INTAKE_ENDS_WITHIN_MS);
  for await (const rows of deliveryPages(table, partnerId, { onUnreadable: () => undefined })) {
    const left = rows.filter(({ skipReason }) => skipReason !== 'deleted');
    counts.calls += await deletePageOfCalls(target, left);
  }
  const ended = await findPartner(table, partnerId);
  if (ended) await endDeletion(table, ended);
  await deletePartnerPartitions(table, partnerId);
}

/**
 * Counts the lines and calls that `deletePartner` would delete. Throws a Problem if a line has a number, or the partner
 * never existed.
 */
export async function countLinesAndCalls(target: WatchedTarget, partnerId: string): Promise<PartnerCounts> {
  const { table } = target;
  const size = await announceCost(target, [target.table.name]);
  await requireNoNumbers(table, partnerId);
  await requirePartnerEverExisted(table, partnerId);
  const counts: PartnerCounts = { lines: 0, calls: 0 };
  for await (const page of partnerPages(target, table, partnerId, size.items)) {
    counts.lines += page.filter((item) => kindOfItem(itemKey(item)) === 'line').length;
    counts.calls += page.filter((item) => kindOfItem(itemKey(item)) === 'call').length;
  }
  return counts;
}

/**
 * Throws a Problem if a line of the partner has a number. The number must be detached before the deletion, so that
 * nobody calls a line that no longer exists.
 */
export async function requireNoNumbers(table: Table, partnerId: string): Promise<void> {
  const { PK, SK } = keys.delegation(partnerId, '');
  for await (const page of keyPagesOfPartition(table, PK, SK)) {
    const tenantIds = page.map(({ SK: sortKey }) => sortKey.slice(SK.length));
    const itemAt = await batchGet(table, tenantIds.map(keys.line));
    for (const tenantId of tenantIds) {
      const number = itemAt(keys.line(tenantId))?.['number'];
      if (number !== undefined) throw attachedNumberProblem(tenantId, `the number ${String(number)}`);
    }
  }
}

const attachedNumberProblem = (tenantId: string, number: string) =>
  new Problem(`Line ${tenantId} has ${number}. Detach the number first: line release-number --tenant ${tenantId}`);

/**
 * Deletes the idempotency keys, lines and calls in a page of items. `endDeletion` and `deletePartnerPartitions` delete
 * the other items of the partner.
 */
async function deleteItemsOfPage(target: WatchedTarget, page: readonly Item[], counts: PartnerCounts): Promise<void> {
  const { table } = target;
  const found = (wanted: string) => page.filter((item) => kindOfItem(itemKey(item)) === wanted);
  await mapInParallel(found('idempotency'), KEYS_AT_A_TIME, (item) => deleteItem(table, itemKey(item)));
  for (const item of found('line')) {
    await terminateAndDeleteLine(
      target,
      KINDS.line.read(item).data?.tenantId ?? itemKey(item).PK.slice(keys.line('').PK.length),
    );
    counts.lines += 1;
  }
  const rows = found('delivery').flatMap((item) => KINDS.delivery.read(item).data ?? []);
  const places = new Map<string, PlaceOfCall>();
  for (const row of rows) if (row.skipReason !== 'deleted') places.set(row.callId, row);
  for (const item of found('call')) places.set(callKeyParts(itemKey(item)).callId, callKeyParts(itemKey(item)));
  counts.calls += await deletePageOfCalls(target, [...places.values()]);
  // Deletes calls whose delivery is missing or belongs to another line, because `deletePageOfCalls` skips these calls.
  const itemAt = await batchGet(table, found('call').map(itemKey));
  for (const item of found('call')) if (itemAt(itemKey(item))) await deleteItem(table, itemKey(item));
}

async function terminateAndDeleteLine({ table, nowMs }: WatchedTarget, tenantId: string): Promise<void> {
  const line = await findLine(table, tenantId);
  if (line === undefined) return;
  const token = randomUUID();
  if (line.status === 'active') {
    const termination = { reason: undefined, purge: true, nowMs: nowMs(), token };
    const { kind } = await terminateLine(table, line, termination);
    // The audit trail gets this sentence, so the sentence must not contain the number.
    if (kind === 'numberAttached') throw attachedNumberProblem(tenantId, 'a number');
  }
  if (line.releasedBy === undefined) await releaseLine(table, line, { purge: true, token });
  await deleteLine(table, line);
}

/** Deletes what is left in partitions of the partner, except the item that marks the partner as deleted. */
async function deletePartnerPartitions(table: Table, partnerId: string): Promise<void> {
  const kept = keys.deletedPartner(partnerId);
  for await (const page of keyPagesOfPartition(table, kept.PK))
    for (const key of page) if (key.SK !== kept.SK) await deleteItem(table, key);
  await deleteItem(table, keys.health(partnerId));
}

/** Yields the keys of a partition whose sort keys begin with a text, page by page. */
async function* keyPagesOfPartition({ db, name }: Table, PK: string, prefix = ''): AsyncGenerator<Key[]> {
  const pages = paginateQuery(
    { client: db, pageSize: 100 },
    {
      TableName: name,
      KeyConditionExpression: `PK = :partition${prefix === '' ? '' : ' AND begins_with(SK, :prefix)'}`,
      ExpressionAttributeValues: { ':partition': PK, ...(prefix === '' ? {} : { ':prefix': prefix }) },
      ProjectionExpression: 'PK, SK',
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages) yield Items.map(itemKey);
}

const deleteItem = ({ db, name }: Table, { PK, SK }: Key) =>
  db.send(new DeleteCommand({ TableName: name, Key: { PK, SK } }));
