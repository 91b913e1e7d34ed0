import { isExpired } from '../../shared/domain/calls/expiry.ts';
import { startedAtOf } from '../../shared/domain/calls/times.ts';
import { type CallItem, callItem } from '../../shared/store/calls/item.ts';
import type { DeliveryItem } from '../../shared/store/deliveries/item.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import { findItem } from '../../shared/store/table/find-item.ts';
import { keys } from '../../shared/store/table/keys.ts';
import { Problem } from '../../tooling/command-line/problem.ts';
import { isoTime } from '../iso-time.ts';

/** Whether a call can still be read. After its expiry or deletion, operators see only the row of its delivery. */
export type CallState = 'stored' | 'expired' | 'deleted';

export function callStateOf(
  { skipReason, callExpiresAtUnixSeconds }: Pick<DeliveryItem, 'skipReason' | 'callExpiresAtUnixSeconds'>,
  nowMs: number,
): CallState {
  if (skipReason === 'deleted') return 'deleted';
  return isExpired(callExpiresAtUnixSeconds, nowMs) ? 'expired' : 'stored';
}

/** Returns when the call of the delivery expires; `null` if the call is kept for ever. */
export const expiryOfCall = ({ callExpiresAtUnixSeconds: seconds }: DeliveryItem) =>
  seconds === undefined ? null : isoTime(seconds * 1_000);

interface Wanted {
  readonly nowMs: number;
  readonly reveal: boolean;
}

export type CallView = Awaited<ReturnType<typeof callView>>;

/** Returns what an operator sees of a call: without `reveal`, neither its content nor a phone number. */
export async function callView(table: Table, delivery: DeliveryItem, { nowMs, reveal }: Wanted) {
  const { callId, tenantId, partnerId, status, skipReason, attempts } = delivery;
  const state = callStateOf(delivery, nowMs);
  const call = state === 'stored' ? await existingCall(table, delivery) : undefined;
  return {
    callId,
    tenantId,
    partnerId,
    state,
    startedAt: startedAtOf(delivery),
    expiresAt: expiryOfCall(delivery),
    ...(call ? factsOf(call) : {}),
    deliveryStatus: status,
    ...(skipReason === undefined ? {} : { skipReason }),
    attempts,
    ...(call && reveal ? contentOf(call) : {}),
  };
}

async function existingCall(table: Table, { callId, tenantId, storedAtMs }: DeliveryItem): Promise<CallItem> {
  const call = await findItem(table, keys.call(tenantId, storedAtMs, callId), callItem);
  if (!call) throw new Problem(`The call ${callId} has a delivery, but the call itself is missing.`);
  return call;
}

/** Returns the fields that do not show what was said, such as the duration. */
const factsOf = ({ endedAtMs, durationSecs, callType, transferred, resolution }: CallItem) => ({
  endedAt: endedAtMs === undefined ? null : isoTime(endedAtMs),
  durationSecs: durationSecs ?? null,
  callType: callType ?? null,
  transferred: transferred ?? null,
  resolution: resolution ?? null,
});

const contentOf = ({ title, summary, topics, sentiment, callerNumber, transferTo }: CallItem) => ({
  title: title ?? null,
  summary,
  topics: topics ?? [],
  sentiment: sentiment ?? null,
  callerNumber: callerNumber ?? null,
  transferTo: transferTo ?? null,
});
