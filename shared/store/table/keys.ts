import { createHash } from 'node:crypto';
import { DUE_SHARDS, PREFIX, TABLE, UNDELIVERED_SHARDS } from '../../names/table.ts';

export interface Key {
  readonly PK: string;
  readonly SK: string;
}

/**
 * The keys of the table. Text from outside is the last part of a key, so that a `#` in it is not taken for a separator.
 */
export const keys = {
  apiKey: (keyHash: string) => ({ PK: `${PREFIX.apiKey}${keyHash}`, SK: 'KEY' }),
  partner: (partnerId: string) => ({ PK: `${PREFIX.partner}${partnerId}`, SK: 'PARTNER' }),
  /** The item which says that the partner was deleted. */
  deletedPartner: (partnerId: string) => ({ PK: `${PREFIX.partner}${partnerId}`, SK: 'DELETED' }),
  registryEntry: (partnerId: string) => ({ PK: PREFIX.registry, SK: `PARTNER#${partnerId}` }),
  delegation: (partnerId: string, tenantId: string) => ({
    PK: `${PREFIX.partner}${partnerId}`,
    SK: `LINE#${tenantId}`,
  }),
  externalId: (partnerId: string, externalId: string) => ({
    PK: `${PREFIX.partner}${partnerId}`,
    SK: `EXT#${externalId}`,
  }),
  webhook: (partnerId: string) => ({ PK: `${PREFIX.partner}${partnerId}`, SK: 'WEBHOOK' }),
  secret: (partnerId: string) => ({ PK: `${PREFIX.partner}${partnerId}`, SK: 'SECRET' }),
  waitingSecret: (partnerId: string) => ({ PK: `${PREFIX.partner}${partnerId}`, SK: 'WAITING_SECRET' }),
  /** The item with the marks of a partner: until when its deliveries take the slow or the hung lane. */
  lane: (partnerId: string) => ({ PK: `${PREFIX.partner}${partnerId}`, SK: 'LANE' }),
  /**
   * The item which says whether a partner's receiver works. The item has a partition of its own, so that the sweep can
   * write it without the right to write other items of the partner.
   */
  health: (partnerId: string) => ({ PK: `${PREFIX.health}${partnerId}`, SK: 'HEALTH' }),
  idempotency: (partnerId: string, key: string) => ({ PK: `${PREFIX.idempotency}${partnerId}#${key}`, SK: 'IDEM' }),
  line: (tenantId: string) => ({ PK: `${PREFIX.line}${tenantId}`, SK: 'LINE' }),
  /** The item which says that the line was deleted together with its partner. */
  deletedLine: (tenantId: string) => ({ PK: `${PREFIX.line}${tenantId}`, SK: 'DELETED' }),
  agent: (tenantId: string) => ({ PK: `${PREFIX.line}${tenantId}`, SK: 'AGENT' }),
  owner: (tenantId: string) => ({ PK: `${PREFIX.line}${tenantId}`, SK: 'OWNER' }),
  number: (e164: string) => ({ PK: `${PREFIX.number}${e164}`, SK: 'NUMBER' }),
  call: (tenantId: string, storedAtMs: number, callId: string) => ({
    PK: `${PREFIX.line}${tenantId}`,
    SK: `${callSortKeyFrom(storedAtMs)}#${callId}`,
  }),
  delivery: (callId: string) => ({ PK: `${PREFIX.call}${callId}`, SK: TABLE.deliverySortKey }),
  auditEntry: (atMs: number, id: string) => ({ PK: auditPartitionKey(atMs), SK: `${auditSortKeyFrom(atMs)}#${id}` }),
  rejectedCall: (atMs: number, id: string) => ({
    PK: rejectedCallsPartitionKey(atMs),
    SK: `${rejectedCallsSortKeyFrom(atMs)}#${id}`,
  }),
  rateCount: (pathHash: string, windowStartUnixSeconds: number) => ({
    PK: `${PREFIX.rate}${pathHash}`,
    SK: String(windowStartUnixSeconds),
  }),
} as const;

/** Returns a time as 13 digits, so that texts sort by time until the year 2286. */
const sortable = (timeMs: number) => String(timeMs).padStart(13, '0');

/** Returns the lowest sort key of a call stored at or after the given time. */
export const callSortKeyFrom = (storedAtMs: number) => `CALL#${sortable(storedAtMs)}`;

/** Returns the partition key of the audit trail's entries in the month (UTC) of the given time. */
export const auditPartitionKey = (timeMs: number) => `${PREFIX.audit}${monthOf(timeMs)}`;

const monthOf = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 'yyyy-mm'.length);

/** Returns the lowest sort key of an audit entry that was made at or after the given time. */
export const auditSortKeyFrom = (timeMs: number) => sortable(timeMs);

/** Returns when the entry of the audit trail with this sort key was made. */
export const auditTimeIn = (sortKey: string) => Number.parseInt(sortKey, 10);

/** A sort key that is greater than the sort keys of all entries of the audit trail, and of all refused calls. */
export const AFTER_ALL_ENTRIES = '~';

/** Returns the partition key of the calls that were refused in the month (UTC) of the given time. */
export const rejectedCallsPartitionKey = (timeMs: number) => `${PREFIX.rejectedCalls}${monthOf(timeMs)}`;

/** Returns the lowest sort key of a call refused at or after the given time. */
export const rejectedCallsSortKeyFrom = (timeMs: number) => sortable(timeMs);

/** A sort key that is greater than the sort keys of all calls of a line. */
export const AFTER_ALL_CALLS = 'CALL#~';

/** Returns the line, the time and the call id that the key of a call contains. */
export function callKeyParts({ PK, SK }: Key) {
  const [, storedAtMs = '', ...callId] = SK.split('#');
  return { tenantId: PK.slice(PREFIX.line.length), storedAtMs: Number(storedAtMs), callId: callId.join('#') };
}

/** Returns the id of the call whose delivery has this partition key. */
export const callIdIn = (partitionKey: string) => partitionKey.slice(partitionKey.indexOf('#') + 1);

/** Returns the partner's partition key in the index of deliveries by partner. */
export const deliveriesPartitionKey = (partnerId: string) => `${PREFIX.partner}${partnerId}`;

/** Returns the lowest sort key, in the index by partner, of a call recorded at or after the given time. */
export const recordedSortKeyFrom = (storedAtMs: number) => sortable(storedAtMs);

/** Returns the highest sort key, in the index by partner, of a call recorded at or before the given time. */
export const recordedSortKeyUntil = (storedAtMs: number) => `${sortable(storedAtMs)}~`;

/** A sort key that is higher than that of every delivery in the index by partner. */
export const AFTER_ALL_RECORDED = '~';

export const recordedSortKey = (storedAtMs: number, callId: string) => `${recordedSortKeyFrom(storedAtMs)}#${callId}`;

export const duePartitionKey = (shardNumber: number) => `${PREFIX.dueShard}${shardNumber}`;

export const dueShardOf = (callId: string) => duePartitionKey(numberOf(callId) % DUE_SHARDS);

/** Returns the number that decides a call's shard. It must not change, because rows store their shard. */
const numberOf = (callId: string) => createHash('sha256').update(callId).digest().readUInt16BE(0);

/** Returns the partition key of one shard of the deliveries with this status in the index `undelivered`. */
export const undeliveredPartitionKey = (status: string, shardNumber: number) =>
  `${PREFIX.undelivered}${status}#${shardNumber}`;

export const undeliveredShardOf = (status: string, callId: string) =>
  undeliveredPartitionKey(status, numberOf(callId) % UNDELIVERED_SHARDS);
