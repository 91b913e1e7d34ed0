import { isExpired } from '../../shared/domain/calls/expiry.ts';
import { hasDelivered } from '../../shared/domain/deliveries/attempt-log.ts';
import { MAX_ATTEMPTS } from '../../shared/domain/deliveries/retry-policy.ts';
import { undeliveredShardOfRow } from '../../shared/store/deliveries/item.ts';
import { dueShardOf, keys, recordedSortKey } from '../../shared/store/table/keys.ts';
import { defineRule } from './rule.ts';

/**
 * Invariant D1: a call and its delivery exist together and have the same expiry. Only a deleted or expired call leaves
 * its delivery behind.
 */
export const callsAndDeliveriesAgree = [
  defineRule(
    'call',
    ({ callId }) => [keys.delivery(callId)],
    ({ tenantId, partnerId, storedAtMs }, [row]) =>
      row?.['tenantId'] === tenantId && row['partnerId'] === partnerId && row['storedAtMs'] === storedAtMs,
  ),
  defineRule(
    'delivery',
    ({ tenantId, storedAtMs, callId }) => [keys.call(tenantId, storedAtMs, callId)],
    ({ skipReason, callExpiresAtUnixSeconds }, [call], nowMs) => {
      const isDeleted = skipReason === 'deleted';
      if (call === undefined) return isDeleted || isExpired(callExpiresAtUnixSeconds, nowMs);
      return !isDeleted && call['expiresAtUnixSeconds'] === callExpiresAtUnixSeconds;
    },
  ),
];

/** Invariant: only pending rows are in the due index. Every row is in the index of its partner. */
export const indexesHoldTheirRows = [
  defineRule(
    'delivery',
    () => [],
    ({ PK, callId, partnerId, storedAtMs, status, dueShard, sweepAtMs, deliveriesOf, recordedAtCallId }) =>
      PK === keys.delivery(callId).PK &&
      dueShard === (status === 'pending' ? dueShardOf(callId) : undefined) &&
      (sweepAtMs !== undefined) === (status === 'pending') &&
      deliveriesOf === keys.partner(partnerId).PK &&
      recordedAtCallId === recordedSortKey(storedAtMs, callId),
  ),
];

/**
 * Invariant: every refused, dead or skipped delivery is in the index `undelivered`, except those of deleted calls. The
 * command `delivery index` adds the rows that a version without this index wrote.
 */
export const undeliveredIsIndexed = [
  defineRule(
    'delivery',
    () => [],
    (row) => row.undeliveredShard === undeliveredShardOfRow(row),
  ),
];

/** Invariants D3 and D8: attempts are limited, a settled row has its reason, and a lease has its token. */
export const deliveriesAreWhole = [
  defineRule(
    'delivery',
    () => [],
    ({ status, skipReason, attempts, leaseToken, leaseUntilMs, log, series: round }) => {
      const inRound = log.filter(({ series = 1 }) => series === round);
      const last = inRound.at(-1)?.outcome ?? '';
      const because = {
        pending: true,
        delivered: hasDelivered({ outcome: last }),
        refused: /^status 4\d\d$/.test(last),
        dead: attempts === MAX_ATTEMPTS,
        skipped: skipReason !== undefined,
      };
      return (
        because[status] &&
        (status === 'skipped' || skipReason === undefined) &&
        attempts <= MAX_ATTEMPTS &&
        inRound.length <= attempts &&
        (leaseToken === undefined) === (leaseUntilMs === undefined)
      );
    },
  ),
];
