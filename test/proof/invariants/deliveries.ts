import { MAX_ATTEMPTS } from '../../../shared/domain/deliveries/numbers.ts';
import { dueShardOf, keys, recordedFrom } from '../../../shared/store/table/keys.ts';
import type { TableView } from '../table-view.ts';
import { each, type Invariant } from './claim.ts';

/**
 * D1: a call and its delivery exist together and have the same expiry. Only a call that was deleted, or that may have
 * expired, leaves its delivery behind.
 */
export const callsAndDeliveriesAgree: Invariant = ({ calls, deliveries, at }) => [
  ...each(
    calls,
    ({ callId, tenantId, partnerId, storedAtMs }) => {
      const row = at(keys.delivery(callId));
      return row?.['tenantId'] === tenantId && row['partnerId'] === partnerId && row['storedAtMs'] === storedAtMs;
    },
    ({ callId }) => `call ${callId} has no delivery of its own`,
  ),
  ...each(
    deliveries,
    ({ callId, tenantId, storedAtMs, skipReason, callExpiresAtUnixSeconds }) => {
      const call = at(keys.call(tenantId, storedAtMs, callId));
      const isDeleted = skipReason === 'deleted';
      if (call === undefined) return isDeleted || callExpiresAtUnixSeconds !== undefined;
      return !isDeleted && call['expiresAtUnixSeconds'] === callExpiresAtUnixSeconds;
    },
    ({ callId, status }) => `delivery ${callId} is ${status} and has no call, or is a tombstone with one`,
  ),
];

/** Only pending rows are in the due index. Every row is in the index of its partner. */
export const indexesHoldTheirRows: Invariant = ({ deliveries }) =>
  each(
    deliveries,
    ({ PK, callId, partnerId, storedAtMs, status, dueShard, sweepAtMs, deliveriesOf, recordedAtCallId }) =>
      PK === keys.delivery(callId).PK &&
      dueShard === (status === 'pending' ? dueShardOf(callId) : undefined) &&
      (sweepAtMs !== undefined) === (status === 'pending') &&
      deliveriesOf === keys.partner(partnerId).PK &&
      recordedAtCallId === `${recordedFrom(storedAtMs)}#${callId}`,
    ({ callId, status }) => `delivery ${callId} is ${status}, which its index keys contradict`,
  );

/** D3, D8, D10: attempts are limited, a settled row has its reason, and a lease has its token. */
export const deliveriesAreWhole: Invariant = ({ deliveries }) =>
  each(
    deliveries,
    (row) => {
      const { status, skipReason, attempts, leaseToken, leaseUntilMs, log } = row;
      const inSeries = log.filter(({ series = 1 }) => series === row.series);
      const last = inSeries.at(-1)?.outcome ?? '';
      const because = {
        pending: true,
        delivered: /^status 2\d\d$/.test(last),
        refused: /^status 4\d\d$/.test(last),
        dead: attempts === MAX_ATTEMPTS,
        skipped: skipReason !== undefined,
      };
      return (
        because[status] &&
        (status === 'skipped' || skipReason === undefined) &&
        attempts <= MAX_ATTEMPTS &&
        inSeries.length <= attempts &&
        (leaseToken === undefined) === (leaseUntilMs === undefined)
      );
    },
    (row) => `delivery ${row.callId} contradicts itself: ${JSON.stringify(row)}`,
  );

/** D2: every delivery is settled. */
export const deliveriesAreSettled: Invariant = ({ deliveries }) =>
  each(
    deliveries,
    ({ status }) => status !== 'pending',
    ({ callId }) => `delivery ${callId} is still pending`,
  );

/** D7: a settled delivery stays settled, except after a late 2xx, a replay, or the deletion of its call. */
export const settledStays = (before: TableView, after: TableView): string[] =>
  before.deliveries.flatMap(({ callId, status, series }) => {
    const now = after.deliveries.find((row) => row.callId === callId);
    if (now === undefined) return [`settledStays: delivery ${callId} was deleted`];
    if (now.skipReason === 'deleted' || now.series > series || status === 'pending') return [];
    const isAllowed = now.status === status || (status === 'dead' && now.status === 'delivered');
    return isAllowed ? [] : [`settledStays: delivery ${callId} went from ${status} to ${now.status}`];
  });

/** D3: a call has no more requests on the wire than claims, and at most eight in a replay round. */
export const requestsWereClaimed = ({ deliveries }: TableView, requests: ReadonlyMap<string, number>): string[] =>
  each(
    deliveries,
    ({ callId, series, attempts }) => (requests.get(callId) ?? 0) <= (series - 1) * MAX_ATTEMPTS + attempts,
    ({ callId, attempts }) =>
      `requestsWereClaimed: ${callId} had ${requests.get(callId)} requests, ${attempts} attempts`,
  );
