import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type { DeliveryStatus } from '../../../../shared/domain/deliveries/delivery.ts';
import type { TransitionName } from '../../../../shared/domain/deliveries/lifecycle.ts';
import { deliveryItem } from '../../../../shared/store/deliveries/item.ts';
import { dueShardOf } from '../../../../shared/store/table/keys.ts';

/** A delivery's row with all that is stored in it. */
export const storedRow = z.strictObject({
  ...deliveryItem.shape,
  PK: z.string(),
  SK: z.string(),
  deliveriesOf: z.string(),
  recordedAtCallId: z.string(),
  dueShard: z.optional(z.string()),
  sweepAtMs: z.optional(z.int()),
});
export type StoredRow = z.output<typeof storedRow>;

const LEASE = ['leaseToken', 'leaseUntilMs'] as const;
const INDEX = ['dueShard', 'sweepAtMs'] as const;
const ENDING = ['status', 'log', ...LEASE, ...INDEX] as const;
/** What each change of a row may write. */
const WRITES: Readonly<Record<ChangeName, readonly (keyof StoredRow)[]>> = {
  claim: ['attempts', 'nextAttemptAtMs', ...LEASE],
  retry: ['log', 'nextAttemptAtMs', ...LEASE, ...INDEX],
  deliver: ENDING,
  refuse: ENDING,
  exhaust: ENDING,
  giveUp: ['status', 'log', ...INDEX],
  skip: ['status', 'skipReason', ...INDEX],
  delete: ['status', 'skipReason', ...LEASE, ...INDEX],
  replay: ['status', 'skipReason', 'attempts', 'series', 'nextAttemptAtMs', ...LEASE, ...INDEX],
  moveForward: ['sweepAtMs'],
};
export type ChangeName = Exclude<TransitionName, 'record' | 'recordSkipped'>;

const ENDED_AS = {
  pending: 'retry',
  delivered: 'deliver',
  refused: 'refuse',
  dead: 'exhaust',
  skipped: 'skip',
} as const satisfies Record<DeliveryStatus, ChangeName>;

/** What a change looks like, whether or not it is allowed. One that is no other must be a move forward by the sweeper. */
export function nameOf(before: StoredRow, after: StoredRow): ChangeName {
  if (after.skipReason === 'deleted') return 'delete';
  if (after.series !== before.series) return 'replay';
  if (after.attempts !== before.attempts) return 'claim';
  if (before.leaseToken !== undefined && after.leaseToken === undefined) return ENDED_AS[after.status];
  if (before.status === 'pending' && after.status === 'dead') return 'giveUp';
  return before.status === 'pending' && after.status === 'skipped' ? 'skip' : 'moveForward';
}

/** Attributes that such a change has no business with. */
export function writtenBeside(name: ChangeName, before: StoredRow, after: StoredRow): string[] {
  const mayChange = new Set<string>(WRITES[name]);
  return Object.keys(storedRow.shape).filter(
    (attribute) =>
      !mayChange.has(attribute) && !isDeepStrictEqual(Reflect.get(before, attribute), Reflect.get(after, attribute)),
  );
}

/** A row is in the index of what is due while it is pending, and leaves it when it is settled. */
export const isIndexedRight = ({ callId, status, dueShard, sweepAtMs }: StoredRow): boolean =>
  status === 'pending'
    ? dueShard === dueShardOf(callId) && sweepAtMs !== undefined
    : dueShard === undefined && sweepAtMs === undefined;
