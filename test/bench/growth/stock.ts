import { randomUUID } from 'node:crypto';
import { CALL_COMPLETED } from '../../../shared/contract/calls/call-completed.ts';
import { expiryOf } from '../../../shared/domain/calls/expiry.ts';
import { SWEEP_PERIOD_MS } from '../../../shared/domain/deliveries/sweep-period.ts';
import { newCallId, newLineId, newPartnerId } from '../../../shared/domain/ids.ts';
import { newDelegation } from '../../../shared/domain/lines/delegation.ts';
import type { CallItem } from '../../../shared/store/calls/item.ts';
import { newDelivery } from '../../../shared/store/deliveries/item.ts';
import type { Item } from '../../../shared/store/table/connect.ts';
import { keys } from '../../../shared/store/table/keys.ts';

export { SWEEP_PERIOD_MS };
/** How many calls a line has in each period: 300 a day, which is one every 288 seconds. */
export const CALLS_IN_A = { day: 300, month: 9_000, year: 109_500, decade: 1_095_000 } as const;
const CALL_EVERY_MS = 288_000;
/** A stage keeps all calls of a decade, so none of them has expired. */
export const CALLS_DAYS = 4_000;

/** The time of the last stored call. */
export const RECORDED_UNTIL_MS = Date.parse('2026-06-01T12:00:00.000Z');

const SUMMARY = 'Asked for a table at seven, outside if the weather allows. '.repeat(5);

export interface StockedLine {
  readonly partnerId: string;
  readonly tenantId: string;
}

export const newPartnerIds = (count: number) => Array.from({ length: count }, newPartnerId);

export const newLines = (count: number): StockedLine[] =>
  Array.from({ length: count }, () => ({ partnerId: newPartnerId(), tenantId: newLineId() }));

/** Generates a partner with a webhook and `count` lines, as POST /v1/tenants writes them. */
export function* partnerWithLines(partnerId: string, count: number): Generator<Item> {
  yield { ...keys.partner(partnerId), partnerId, state: 'active', lineCount: count, quota: 10_000_000 };
  yield { ...keys.webhook(partnerId), url: 'https://partner.example/hook', events: [CALL_COMPLETED] };
  for (let n = 0; n < count; n += 1) yield* lineItems({ partnerId, tenantId: newLineId() });
}

/** Generates a line with its own partner, and `count` calls whose deliveries are settled. */
export function* lineWithCalls(line: StockedLine, count: number): Generator<Item> {
  yield* partnerWithLines(line.partnerId, 0);
  yield* lineItems(line);
  for (let n = 0; n < count; n += 1) {
    yield* callWithDelivery(aCall(line, RECORDED_UNTIL_MS - n * CALL_EVERY_MS, CALLS_DAYS));
  }
}

/** Generates a line with `kept` calls and, before them, `expired` calls that DynamoDB has not deleted yet. */
export function* lineWithExpiredCalls(line: StockedLine, kept: number, expired: number): Generator<Item> {
  yield* lineWithCalls(line, kept);
  for (let n = kept; n < kept + expired; n += 1) {
    yield* callWithDelivery(aCall(line, RECORDED_UNTIL_MS - n * CALL_EVERY_MS, 0));
  }
}

function* callWithDelivery(call: CallItem): Generator<Item> {
  yield { ...keys.call(call.tenantId, call.storedAtMs, call.callId), ...call };
  yield { ...keys.delivery(call.callId), ...newDelivery(call, SWEEP_PERIOD_MS, 'no webhook') };
}

/** Generates pending deliveries whose wake-ups were lost, and which the next sweep should find. */
export function* lostDeliveries(count: number): Generator<Item> {
  const line = { partnerId: newPartnerId(), tenantId: newLineId() };
  for (let n = 0; n < count; n += 1) {
    const call = aCall(line, RECORDED_UNTIL_MS - n, CALLS_DAYS);
    yield { ...keys.delivery(call.callId), ...newDelivery(call, SWEEP_PERIOD_MS) };
  }
}

const aCall = (line: StockedLine, storedAtMs: number, callsDays: number): CallItem => ({
  ...line,
  callId: newCallId(),
  storedAtMs,
  expiresAtUnixSeconds: expiryOf(storedAtMs, callsDays),
  summary: SUMMARY,
});

function* lineItems({ partnerId, tenantId }: StockedLine): Generator<Item> {
  const externalId = randomUUID();
  const opened = newDelegation(
    partnerId,
    { name: 'Corner Cafe', region: 'kr', externalId },
    tenantId,
    RECORDED_UNTIL_MS,
  );
  yield { ...keys.externalId(partnerId, externalId), tenantId };
  yield { ...keys.delegation(partnerId, tenantId), ...opened };
  yield { ...keys.line(tenantId), ...opened, integrations: {} };
  yield { ...keys.agent(tenantId), version: 1 };
  yield { ...keys.owner(tenantId), partnerId };
}
