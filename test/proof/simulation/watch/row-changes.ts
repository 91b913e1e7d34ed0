import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type { DeliveryStatus } from '../../../../shared/domain/deliveries/delivery.ts';
import { deliveryItem, undeliveredShardOfRow } from '../../../../shared/store/deliveries/item.ts';
import { dueShardOf } from '../../../../shared/store/table/keys.ts';
import type { TransitionName } from '../../../shared/store/deliveries/life-of-a-row.ts';

/** The row of a delivery with all its stored attributes. */
export const storedRow = z.strictObject({
  ...deliveryItem.shape,
  PK: z.string(),
  SK: z.string(),
  deliveriesOf: z.string(),
  recordedAtCallId: z.string(),
  dueShard: z.optional(z.string()),
  sweepAtMs: z.optional(z.int()),
  undeliveredShard: z.optional(z.string()),
});
export type StoredRow = z.output<typeof storedRow>;

const LEASE = ['leaseToken', 'leaseUntilMs'] as const;
const DUE = ['dueShard', 'sweepAtMs'] as const;
const UNDELIVERED = 'undeliveredShard';
const INDEX = [...DUE, UNDELIVERED] as const;
const ENDING = ['status', 'log', ...LEASE, ...INDEX] as const;
/** The attributes that each change of a row may write. */
const WRITES: Readonly<Record<ChangeName, readonly (keyof StoredRow)[]>> = {
  unskip: ['status', 'skipReason', 'nextAttemptAtMs', ...INDEX],
  claim: ['attempts', 'nextAttemptAtMs', ...LEASE],
  retry: ['log', 'nextAttemptAtMs', ...LEASE, ...DUE],
  deliver: ENDING,
  refuse: ENDING,
  die: ENDING,
  declareDead: ['status', 'log', ...INDEX],
  skip: ['status', 'skipReason', ...INDEX],
  expire: ['status', 'skipReason', ...INDEX],
  delete: ['status', 'skipReason', ...LEASE, ...INDEX],
  replay: ['status', 'skipReason', 'attempts', 'series', 'nextAttemptAtMs', ...LEASE, ...INDEX],
  moveForward: ['sweepAtMs'],
  setExpiry: ['callExpiresAtUnixSeconds'],
};
export type ChangeName = Exclude<TransitionName, 'record' | 'recordSkipped'>;

const ENDED_AS = {
  pending: 'retry',
  delivered: 'deliver',
  refused: 'refuse',
  dead: 'die',
  skipped: 'skip',
} as const satisfies Record<DeliveryStatus, ChangeName>;

/** Names a change by its effect, even if it is not allowed. Without another effect, it is a move forward. */
export function nameOf(before: StoredRow, after: StoredRow): ChangeName {
  if (after.skipReason === 'deleted') return 'delete';
  if (after.series !== before.series) return 'replay';
  if (before.status === 'skipped' && after.status === 'pending') return 'unskip';
  if (after.attempts !== before.attempts) return 'claim';
  if (before.leaseToken !== undefined && after.leaseToken === undefined) return ENDED_AS[after.status];
  if (before.status === 'pending' && after.status === 'dead') return 'declareDead';
  if (before.status === 'pending' && after.status === 'skipped')
    return after.skipReason === 'expired' ? 'expire' : 'skip';
  return after.callExpiresAtUnixSeconds === before.callExpiresAtUnixSeconds ? 'moveForward' : 'setExpiry';
}

/** Returns the changed attributes that this kind of change must not write. */
export function writtenBeside(name: ChangeName, before: StoredRow, after: StoredRow): string[] {
  const mayChange = new Set<string>(WRITES[name]);
  return Object.keys(storedRow.shape).filter(
    (attribute) =>
      !mayChange.has(attribute) && !isDeepStrictEqual(Reflect.get(before, attribute), Reflect.get(after, attribute)),
  );
}

/** Tells whether the index of due deliveries is right: a row is in it while pending. */
export const isIndexedRight = ({ callId, status, dueShard, sweepAtMs }: StoredRow): boolean =>
  status === 'pending'
    ? dueShard === dueShardOf(callId) && sweepAtMs !== undefined
    : dueShard === undefined && sweepAtMs === undefined;

/** Tells whether the index `undelivered` is right. Releases before ADR 58 do not write it. */
export const isUndeliveredRight = (row: StoredRow): boolean => row.undeliveredShard === undeliveredShardOfRow(row);
