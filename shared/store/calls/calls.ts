import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { startedAtOf } from '../../domain/calls/times.ts';
import type { Table } from '../table/connect.ts';
import { expressions } from '../table/expression.ts';
import { AFTER_ALL_CALLS, callSortKeyFrom, keys } from '../table/keys.ts';
import { type CallItem, callItem } from './item.ts';

interface Wanted {
  readonly limit: number;
  readonly sinceMs: number;
  /** The sort key of the call after which the page begins. That call may have expired in the meantime. */
  readonly after?: string | undefined;
  readonly nowMs: number;
}

/**
 * How many queries a page may take, so that a request ends in time. A Query reads at most 1 MB, so this number also
 * limits a page of long summaries.
 */
const MAX_QUERIES = 4;

/** The maximum size of the calls on a page. A Lambda's response, with status and headers, can have at most 6 MiB. */
const PAGE_BYTES = 5 * 1_024 * 1_024;

/**
 * Returns a page of a line's calls, newest first. Reads one call more than the page has, to know whether another page
 * follows. Summaries of ordinary length take one round trip. Leaves out expired calls, and reads further calls to fill
 * the page. The next page starts after `lastSortKey`, which is `null` when no page follows.
 */
export async function listCalls(table: Table, tenantId: string, wanted: Wanted) {
  const { limit, after } = wanted;
  const calls: (CallItem & { readonly startedAt: string })[] = [];
  let bytes = 0;
  let end = after;
  let atMost: number | undefined = limit + 1;
  for (let queries = 0; queries < MAX_QUERIES; queries += 1) {
    const read = await queryCalls(table, tenantId, { ...wanted, after: end, atMost });
    for (const call of read.calls) {
      bytes += bytesInResponse(call);
      const last = calls.at(-1);
      if (last && (calls.length === limit || bytes > PAGE_BYTES)) return { calls, lastSortKey: sortKeyOf(last) };
      calls.push({ ...call, startedAt: startedAtOf(call) });
    }
    end = read.lastSortKey;
    if (end === undefined) break;
    // The query's limit also counts expired calls. After a Query that found expired calls, more are likely to follow,
    // so the next Query has no limit.
    atMost = atMost === undefined || read.hasExpired ? undefined : limit + 1 - calls.length;
  }
  return { calls, lastSortKey: end ?? null };
}

/**
 * Returns how many bytes a call takes in a Lambda's response. The body is a string in the JSON of the response, so each
 * text is escaped twice: a quote takes four bytes, and a control character up to seven.
 */
const bytesInResponse = (call: CallItem) => Buffer.byteLength(JSON.stringify(JSON.stringify(call)));

/** A condition that leaves out expired items, because DynamoDB deletes them up to a few days later. */
const NOT_EXPIRED = 'attribute_not_exists(#expiresAtUnixSeconds) OR #expiresAtUnixSeconds > :nowUnixSeconds';
const callItems = z.array(callItem);
const position = z.optional(z.object({ SK: z.string() }));

async function queryCalls(
  { db, name }: Table,
  tenantId: string,
  { sinceMs, after, nowMs, atMost }: Wanted & { readonly atMost: number | undefined },
) {
  const { PK } = keys.call(tenantId, sinceMs, '');
  const { ExpressionAttributeValues, ...filter } = expressions({
    filter: { notExpired: NOT_EXPIRED },
    values: { ':nowUnixSeconds': Math.floor(nowMs / 1_000) },
  });
  const range = { ':line': PK, ':from': callSortKeyFrom(sinceMs), ':to': AFTER_ALL_CALLS };
  const page = await db.send(
    new QueryCommand({
      TableName: name,
      KeyConditionExpression: 'PK = :line AND SK BETWEEN :from AND :to',
      ...filter,
      ExpressionAttributeValues: { ...ExpressionAttributeValues, ...range },
      ScanIndexForward: false,
      ExclusiveStartKey: after === undefined ? undefined : { PK, SK: after },
      Limit: atMost,
      ConsistentRead: true,
    }),
  );
  const calls = callItems.parse(page.Items ?? []);
  return {
    calls,
    lastSortKey: position.parse(page.LastEvaluatedKey)?.SK,
    hasExpired: calls.length !== page.ScannedCount,
  };
}

const sortKeyOf = ({ tenantId, storedAtMs, callId }: CallItem) => keys.call(tenantId, storedAtMs, callId).SK;
