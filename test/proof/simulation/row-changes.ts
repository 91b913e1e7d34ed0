import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { deliveryItem } from '../../../shared/store/deliveries/item.ts';
import { dueShardOf } from '../../../shared/store/table/keys.ts';

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
/** What each change may write. */
const WRITES = {
  claim: ['attempts', 'nextAttemptAtMs', ...LEASE],
  settle: ['status', 'log', 'nextAttemptAtMs', ...LEASE, ...INDEX],
  'give up': ['status', 'log', ...INDEX],
  skip: ['status', 'skipReason', ...INDEX],
  delete: ['status', 'skipReason', ...LEASE, ...INDEX],
  replay: ['status', 'skipReason', 'attempts', 'series', 'nextAttemptAtMs', ...LEASE, ...INDEX],
  'move forward': ['sweepAtMs'],
} as const satisfies Record<string, readonly (keyof StoredRow)[]>;
export type Kind = keyof typeof WRITES;

/** A change that is no other must be a move forward by the sweeper. */
export function kindOf(before: StoredRow, after: StoredRow): Kind {
  if (after.skipReason === 'deleted') return 'delete';
  if (after.series !== before.series) return 'replay';
  if (after.attempts !== before.attempts) return 'claim';
  if (before.leaseToken !== undefined && after.leaseToken === undefined) return 'settle';
  if (before.status === 'pending' && after.status === 'dead') return 'give up';
  return before.status === 'pending' && after.status === 'skipped' ? 'skip' : 'move forward';
}

/** Attributes that such a change has no business with. */
export function writtenBeside(kind: Kind, before: StoredRow, after: StoredRow): string[] {
  const mayChange = new Set<string>(WRITES[kind]);
  return Object.keys(storedRow.shape).filter(
    (name) => !mayChange.has(name) && !isDeepStrictEqual(Reflect.get(before, name), Reflect.get(after, name)),
  );
}

/** A row is in the index of what is due while it is pending, and leaves it when it is settled. */
export const isIndexedRight = ({ callId, status, dueShard, sweepAtMs }: StoredRow): boolean =>
  status === 'pending'
    ? dueShard === dueShardOf(callId) && sweepAtMs !== undefined
    : dueShard === undefined && sweepAtMs === undefined;
