import { MAX_ATTEMPTS } from '../../../shared/domain/deliveries/delivery.ts';
import { dueShardOf, keys, recordedFrom } from '../../../shared/store/table/keys.ts';
import type { TableView } from '../table-view.ts';
import { each, type Invariant } from './claim.ts';

/** D1: call and delivery exist together, but for the tombstone of a deleted call. */
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
    ({ callId, tenantId, storedAtMs, skipReason }) =>
      (at(keys.call(tenantId, storedAtMs, callId)) === undefined) === (skipReason === 'deleted'),
    ({ callId, status }) => `delivery ${callId} is ${status}, and its call is or is not there`,
  ),
];

/** Only pending rows are in the index of what is due; every row is in its partner's. */
export const indexesHoldTheirRows: Invariant = ({ deliveries }) =>
  each(
    deliveries,
    ({ PK, callId, partnerId, storedAtMs, status, dueShard, sweepAtMs, deliveriesOf, recordedAtCallId }) =>
      PK === keys.delivery(callId).PK &&
      dueShard === (status === 'pending' ? dueShardOf(callId) : undefined) &&
      (sweepAtMs !== undefined) === (status === 'pending') &&
      deliveriesOf === keys.partner(partnerId).PK &&
      recordedAtCallId === `${recordedFrom(storedAtMs)}#${callId}`,
    ({ callId, status }) => `delivery ${callId} is ${status} and its index keys say otherwise`,
  );

/** D3, D8, D10: attempts are bounded, a settled row says why it is, and a lease has its token. */
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
    (row) => `delivery ${row.callId} does not hold together: ${JSON.stringify(row)}`,
  );

/** D2 */
export const deliveriesAreSettled: Invariant = ({ deliveries }) =>
  each(
    deliveries,
    ({ status }) => status !== 'pending',
    ({ callId }) => `delivery ${callId} is still pending`,
  );

/** D7: what is settled stays so, but for a late 2xx after `dead`, a replay's next series, and the deletion of the call. */
export const settledStays = (before: TableView, after: TableView): string[] =>
  before.deliveries.flatMap(({ callId, status, series }) => {
    const now = after.deliveries.find((row) => row.callId === callId);
    if (now === undefined) return [`settledStays: delivery ${callId} is gone`];
    if (now.skipReason === 'deleted' || now.series > series || status === 'pending') return [];
    const isAllowed = now.status === status || (status === 'dead' && now.status === 'delivered');
    return isAllowed ? [] : [`settledStays: delivery ${callId} went from ${status} to ${now.status}`];
  });

/** D3, for every call with its requests on the wire: never more than were claimed, and never more than eight a series. */
export const requestsWereClaimed = ({ deliveries }: TableView, requests: ReadonlyMap<string, number>): string[] =>
  each(
    deliveries,
    ({ callId, series, attempts }) => (requests.get(callId) ?? 0) <= (series - 1) * MAX_ATTEMPTS + attempts,
    ({ callId, attempts }) =>
      `requestsWereClaimed: ${callId} had ${requests.get(callId)} requests, ${attempts} attempts`,
  );
