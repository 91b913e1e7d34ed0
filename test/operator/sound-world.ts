import { expiryOf } from '../../shared/domain/calls/expiry.ts';
import { SWEEP_PERIOD_MS } from '../../shared/domain/deliveries/sweep-period.ts';
import { deleteCall } from '../../shared/store/calls/deletion.ts';
import type { CallItem } from '../../shared/store/calls/item.ts';
import { newDelivery, undeliveredKey } from '../../shared/store/deliveries/item.ts';
import { laneStore } from '../../shared/store/deliveries/lanes.ts';
import { attachNumber } from '../../shared/store/lines/numbers.ts';
import { healthStore } from '../../shared/store/partners/health.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import { keys } from '../../shared/store/table/keys.ts';
import { put } from '../../shared/store/table/transactions.ts';
import { aCall, deliveryRow, putItems, recorded } from '../support/functions/deliveries.ts';
import { aLine, lineWorld, NOW_MS } from '../support/functions/line-world.ts';

export type SoundWorld = Awaited<ReturnType<typeof soundWorld>>;

let numbered = 0;

/** Returns a partner with items of most kinds. They agree, as the functions and operators leave them. */
export async function soundWorld(table: Table) {
  const lines = await lineWorld(table);
  const { partnerId } = lines;
  await putItems(table, [{ ...keys.webhook(partnerId), ...WEBHOOK }]);
  const created = await lines.create(aLine({ externalId: `shop-${partnerId}` }), {
    'Idempotency-Key': `key-${partnerId}`,
  });
  const plain = String(created.body['tenantId']);
  const withNumber = await lines.line();
  numbered += 1;
  const number = `+8210${String(numbered).padStart(8, '0')}`;
  await attachNumber(table, withNumber, number, entry());
  const [terminated, purged] = [await lines.line(), await lines.line()];
  await lines.terminate(terminated);
  await lines.terminate(purged, { purge: true });

  const call = (name: string, about: Partial<CallItem> = {}) =>
    aCall({ callId: `${name}-${partnerId}`, tenantId: plain, partnerId, storedAtMs: NOW_MS - 60_000, ...about });
  const calls = {
    delivered: call('delivered', { callerNumber: '****4567', topics: ['table'] }),
    dead: call('dead'),
    pending: call('pending'),
    deleted: call('deleted'),
    ofTerminated: call('of-terminated', { tenantId: terminated }),
    ofPurged: call('of-purged', { tenantId: purged }),
    expiring: call('expiring', { expiresAtUnixSeconds: expiryOf(NOW_MS, 30) }),
  };
  const { pending, deleted, ...settled } = calls;
  await putItems(table, Object.values(settled).flatMap(settledItems));
  await putItems(table, [
    {
      ...keys.delivery(calls.dead.callId),
      ...newDelivery(calls.dead, 0, 'no webhook'),
      ...DEAD,
      ...undeliveredKey('dead', calls.dead.callId),
    },
  ]);
  await recorded(table, pending);
  await recorded(table, deleted);
  await deleteCall(table, await deliveryRow(table, deleted.callId), entry());
  await healthStore(table).noteFailure(partnerId, {
    token: 't',
    isFirstOfRound: true,
    atMs: NOW_MS,
    outcome: 'status 500',
  });
  await laneStore(table).mark(partnerId, { lane: 'slow', forMs: 60_000 }, NOW_MS);
  return { partnerId, plain, withNumber, number, terminated, purged, calls, lines };
}

/** Returns the items of a call whose event was delivered. */
export function settledItems(call: CallItem) {
  const { skipReason: _, undeliveredShard: __, ...row } = newDelivery(call, SWEEP_PERIOD_MS, 'no webhook');
  return [
    { ...keys.call(call.tenantId, call.storedAtMs, call.callId), ...call },
    { ...keys.delivery(call.callId), ...row, ...DELIVERED },
  ];
}

const attempt = (outcome: string) => ({ atMs: NOW_MS, outcome, durationMs: 20 });
const DELIVERED = { status: 'delivered', attempts: 1, log: [attempt('status 200')] };
const DEAD = { status: 'dead', skipReason: undefined, attempts: 8, log: [attempt('timeout')] };

/** In a real service, every write of an operator has an entry. */
const entry = () =>
  put({
    ...keys.auditEntry(NOW_MS, String(Math.random()).slice(2, 18).padEnd(16, '0')),
    ...{ atMs: NOW_MS, actor: 'ann', action: 'test', target: 'line', expiresAtUnixSeconds: expiryOf(NOW_MS, 400) },
  });

export const WEBHOOK = {
  url: 'https://acme.example/hook',
  events: ['call.completed'],
  // That of the secret with which `lineWorld` creates its partners.
  signingSecretHint: '00ff',
  createdAt: '2026-11-21T09:00:00.000Z',
  updatedAt: '2026-11-21T09:00:00.000Z',
};
