import { isDeepStrictEqual } from 'node:util';
import { INTERRUPTED, LOG_LIMIT } from '../../domain/deliveries/attempt-log.ts';
import { isUndelivered, statusesThatMayBecome } from '../../domain/deliveries/delivery.ts';
import { MAX_ATTEMPTS } from '../../domain/deliveries/retry-policy.ts';
import type { SkipReason } from '../../domain/deliveries/skip-reasons.ts';
import type { Table } from '../table/connect.ts';
import type { Clauses } from '../table/expression.ts';
import { keys } from '../table/keys.ts';
import { updateItem } from '../table/update-item.ts';
import {
  BECOME_DUE,
  BECOME_UNDELIVERED,
  dueValues,
  END_LEASE,
  LEAVE_DUE_INDEX,
  UNDELIVERED,
  undeliveredValues,
} from './expressions.ts';
import { type AttemptLogEntry, type DeliveryItem, deliveryItem, undeliveredShardOfRow } from './item.ts';

/** Result of a conditional write: the row as it is now, or the row (if any) that failed the condition. */
export type Change =
  | { readonly kind: 'written'; readonly row: DeliveryItem }
  | { readonly kind: 'conditionFailed'; readonly found: DeliveryItem | undefined };

export interface Claim {
  readonly token: string;
  readonly nowMs: number;
  readonly leaseUntilMs: number;
  /** When the next attempt is due if the claimed attempt never reports a result. */
  readonly nextAttemptAtMs: number;
}

/** The result of an attempt for its delivery: settled, or due again. */
export type Ending =
  | { readonly status: 'delivered' | 'refused' | 'dead' }
  | { readonly status: 'pending'; readonly nextAttemptAtMs: number };

/** Returns the update for the result of an attempt. A late 2xx takes a row out of the index `undelivered`. */
function updateForResult(status: Ending['status']): string {
  if (status === 'pending') return `SET #log = :log, ${BECOME_DUE} REMOVE ${END_LEASE}`;
  const settled = `REMOVE ${END_LEASE}, ${LEAVE_DUE_INDEX}`;
  return isUndelivered(status)
    ? `SET #log = :log, #status = :status, ${BECOME_UNDELIVERED} ${settled}`
    : `SET #log = :log, #status = :status ${settled}, ${UNDELIVERED}`;
}

const PENDING = '#status = :pending';
const DUE = '#nextAttemptAtMs <= :nowMs';
const NO_LIVE_LEASE = 'attribute_not_exists(#leaseUntilMs) OR #leaseUntilMs <= :nowMs';

export type DeliveryStore = ReturnType<typeof deliveryStore>;

/**
 * Writes changes of a delivery's row. Each change is one conditional write, so if a message arrives twice, only one
 * copy can make the change.
 */
export function deliveryStore(table: Table, { sweepPeriodMs }: { readonly sweepPeriodMs: number }) {
  async function change(
    callId: string,
    parts: { update: string; condition: Clauses; values: Record<string, unknown> },
  ): Promise<Change> {
    const values = { ':pending': 'pending', ...parts.values };
    const { kind, item } = await updateItem(table, keys.delivery(callId), { ...parts, values });
    if (kind === 'written') return { kind, row: deliveryItem.parse(item) };
    return { kind, found: item && deliveryItem.parse(item) };
  }

  return {
    /**
     * Counts one attempt and takes the lease. Each successful claim permits one request on the wire. The claim also
     * writes the time of the next attempt, so that a crash after the request does not shorten the backoff.
     */
    claim: (seen: DeliveryItem, { token, nowMs, leaseUntilMs, nextAttemptAtMs }: Claim): Promise<Change> =>
      change(seen.callId, {
        update:
          'SET #attempts = #attempts + :one, #leaseToken = :token, #leaseUntilMs = :leaseUntilMs, ' +
          '#nextAttemptAtMs = :nextAttemptAtMs',
        condition: {
          pending: PENDING,
          attemptsLeft: '#attempts < :maxAttempts',
          due: DUE,
          noLiveLease: NO_LIVE_LEASE,
          // The claim fails if another claim came first, because the time of the next attempt depends on the number of attempts.
          attemptsAsSeen: '#attempts = :seenAttempts',
        },
        values: {
          ':one': 1,
          ':maxAttempts': MAX_ATTEMPTS,
          ':token': token,
          ':nowMs': nowMs,
          ':leaseUntilMs': leaseUntilMs,
          ':nextAttemptAtMs': nextAttemptAtMs,
          ':seenAttempts': seen.attempts,
        },
      }),

    /**
     * Writes the result of the claimed attempt, unless another claim or round followed, or the delivery is settled. A
     * late 2xx still changes a dead delivery.
     */
    async writeResult(claimed: DeliveryItem, token: string, ending: Ending, entry: AttemptLogEntry): Promise<Change> {
      const log = extendedLog(claimed, entry);
      const canBeDead = statusesThatMayBecome(ending.status).includes('dead');
      const settled = await change(claimed.callId, {
        update: updateForResult(ending.status),
        condition: {
          claimIsOurs: '#leaseToken = :token',
          notSettled: canBeDead ? '#status IN (:pending, :dead)' : PENDING,
        },
        values: {
          ...(ending.status === 'pending' ? dueValues(claimed.callId, ending.nextAttemptAtMs, sweepPeriodMs) : {}),
          ...(isUndelivered(ending.status) ? undeliveredValues(ending.status, claimed.callId) : {}),
          ':status': ending.status === 'pending' ? undefined : ending.status,
          ':dead': canBeDead ? 'dead' : undefined,
          ':token': token,
          ':log': log,
        },
      });
      // If the row has exactly our log although the condition failed, an earlier copy of this write succeeded: its
      // response was lost, and the SDK retried the write.
      const row = settled.kind === 'conditionFailed' ? settled.found : undefined;
      return row && isDeepStrictEqual(row.log, log) ? { kind: 'written', row } : settled;
    },

    /**
     * Settles a delivery as dead, because its last attempt never reported a result. If that attempt reports a late 2xx,
     * the delivery still becomes delivered.
     */
    declareDead: (seen: DeliveryItem, nowMs: number): Promise<Change> =>
      change(seen.callId, {
        update: `SET #status = :dead, #log = :log, ${BECOME_UNDELIVERED} REMOVE ${LEAVE_DUE_INDEX}`,
        condition: {
          pending: PENDING,
          noAttemptsLeft: '#attempts >= :maxAttempts',
          due: DUE,
          noLiveLease: NO_LIVE_LEASE,
        },
        values: {
          ...undeliveredValues('dead', seen.callId),
          ':dead': 'dead',
          ':maxAttempts': MAX_ATTEMPTS,
          ':nowMs': nowMs,
          ':log': extendedLog(seen, { atMs: nowMs, outcome: INTERRUPTED, durationMs: 0 }),
        },
      }),

    /** Settles a pending delivery as skipped, unless an attempt is running. */
    skip: (seen: DeliveryItem, reason: SkipReason, nowMs: number): Promise<Change> =>
      change(seen.callId, {
        update: `SET #status = :skipped, #skipReason = :reason, ${BECOME_UNDELIVERED} REMOVE ${LEAVE_DUE_INDEX}`,
        condition: { pending: PENDING, noLiveLease: NO_LIVE_LEASE },
        values: {
          ...undeliveredValues('skipped', seen.callId),
          ...{ ':skipped': 'skipped', ':reason': reason, ':nowMs': nowMs },
        },
      }),
  };
}

/**
 * Adds an entry to the log and keeps only the newest entries, so that the row of an often replayed delivery stays
 * small.
 */
const extendedLog = ({ log, series: round }: DeliveryItem, entry: AttemptLogEntry) =>
  [...log, round === 1 ? entry : { ...entry, series: round }].slice(-LOG_LIMIT);

/** Puts a row of an earlier version into the index `undelivered`. Returns false if the row has changed. */
export async function indexAsUndelivered(table: Table, seen: DeliveryItem): Promise<boolean> {
  const { kind } = await updateItem(table, keys.delivery(seen.callId), {
    update: `SET ${BECOME_UNDELIVERED}`,
    condition: {
      statusAsSeen: '#status = :status',
      reasonAsSeen: seen.skipReason === undefined ? 'attribute_not_exists(#skipReason)' : '#skipReason = :skipReason',
    },
    values: {
      ':undeliveredShard': undeliveredShardOfRow(seen),
      ':status': seen.status,
      ':skipReason': seen.skipReason,
    },
  });
  return kind === 'written';
}
