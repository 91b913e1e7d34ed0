import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import { chunksOf } from '../../shared/domain/chunks.ts';
import { deleteCall as deleteStored, type PlaceOfCall } from '../../shared/store/calls/deletion.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import { itemKey } from '../../shared/store/table/item-key.ts';
import { callKeyParts, callSortKeyFrom, keys } from '../../shared/store/table/keys.ts';
import { Problem } from '../../tooling/command-line/problem.ts';
import { auditEntryWrite, type Change } from '../audit/entry.ts';
import { callStateOf } from '../calls/call-view.ts';
import type { Watch } from '../command.ts';
import { Interrupted } from '../errors.ts';
import { MOST_REQUESTS_AT_A_TIME } from '../map-in-parallel.ts';
import type { UnreadableDelivery } from '../records/deliveries-in-range.ts';
import { deliveryPages, findDelivery } from '../records/delivery-queries.ts';
import type { Target } from '../target.ts';

/**
 * How many calls are deleted per second, at most. Deleting a call of 2 KB takes four write units in the partition of
 * the call's line. A partition allows `PARTITION_UNITS.write` per second.
 */
const DELETED_A_SECOND = 200;
const GAP_MS_A_CALL = 1_000 / DELETED_A_SECOND;
const PAGE_SIZE = 500;

export type DeletionTarget = Pick<Target, 'table' | 'sleepMs'> & { readonly watch?: Watch | undefined };

export interface DeletionCounts {
  matched: number;
  deleted: number;
}

/** Deletes one call, with an entry in the audit trail. Throws a Problem if the line has no such call. */
export async function deleteCall(by: Change, tenantId: string, callId: string): Promise<void> {
  const row = await findDelivery(by.table, callId);
  const isDeleted =
    row?.tenantId === tenantId &&
    (await deleteStored(
      by.table,
      row,
      await auditEntryWrite(by, { target: `call ${callId}`, partnerId: row.partnerId }),
    ));
  if (!isDeleted) throw new Problem(`Line ${tenantId} has no call ${callId}.`);
}

/** Yields the keys of the line's calls that were recorded before the given time, page by page, oldest first. */
export async function* callsOfLine({ db, name }: Table, tenantId: string, beforeMs: number) {
  const pages = paginateQuery(
    { client: db, pageSize: PAGE_SIZE },
    {
      TableName: name,
      KeyConditionExpression: 'PK = :line AND SK BETWEEN :from AND :to',
      ExpressionAttributeValues: {
        ':line': keys.line(tenantId).PK,
        ':from': callSortKeyFrom(0),
        // The range leaves out a call recorded at `beforeMs`, because the sort key of the call continues with its id.
        ':to': callSortKeyFrom(beforeMs),
      },
      ProjectionExpression: 'PK, SK',
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages) yield Items.map((item): PlaceOfCall => callKeyParts(itemKey.parse(item)));
}

interface OfPartner {
  readonly beforeMs: number;
  readonly nowMs: number;
  readonly onUnreadable: (row: UnreadableDelivery) => void;
}

/** Like `callsOfLine`, but leaves out calls that were deleted or have expired. */
export async function* callsOfPartner(table: Table, partnerId: string, { beforeMs, nowMs, onUnreadable }: OfPartner) {
  for await (const rows of deliveryPages(table, partnerId, { onUnreadable })) {
    const before = rows.filter(({ storedAtMs }) => storedAtMs < beforeMs);
    yield before.filter((row) => callStateOf(row, nowMs) === 'stored');
    if (before.length < rows.length) return;
  }
}

/**
 * Deletes calls, each in one transaction, so that no call is half deleted. After a failure, a repeated command deletes
 * the rest.
 */
export async function deleteCalls(
  target: DeletionTarget,
  pages: AsyncIterable<readonly PlaceOfCall[]>,
  isDryRun: boolean,
): Promise<DeletionCounts> {
  const counts: DeletionCounts = { matched: 0, deleted: 0 };
  try {
    for await (const page of pages) {
      if (target.watch?.isStopped()) break;
      counts.matched += page.length;
      if (!isDryRun) counts.deleted += await deletePageOfCalls(target, page);
      target.watch?.onProgress(counts.deleted, counts.matched);
    }
    return counts;
  } catch (error) {
    // Deletions that were in progress when another deletion failed may have succeeded, too.
    throw new Interrupted(`calls deleted so far: at least ${counts.deleted}`, 'delete the rest', error);
  }
}

/** Deletes a page of calls with pauses, and returns how many of them had a delivery. */
export async function deletePageOfCalls(
  { table, sleepMs }: DeletionTarget,
  page: readonly PlaceOfCall[],
): Promise<number> {
  let deleted = 0;
  for (const calls of chunksOf(page, MOST_REQUESTS_AT_A_TIME)) {
    const results = await Promise.all(calls.map((call) => deleteStored(table, call)));
    deleted += results.filter(Boolean).length;
    await sleepMs(calls.length * GAP_MS_A_CALL);
  }
  return deleted;
}
