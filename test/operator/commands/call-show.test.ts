import { stripVTControlCharacters } from 'node:util';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { CallItem } from '../../../shared/store/calls/item.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { aCall, callRecorderOn, changeItem, itemAt } from '../../support/functions/deliveries.ts';
import { NOW_MS } from '../../support/functions/line-world.ts';
import { operatorWorld } from '../operator-world.ts';

const DAY_MS = 86_400_000;
const WORDS = {
  title: 'Table for Mrs Lee',
  summary: 'Mrs Lee wants a table',
  topics: ['booking of Mrs Lee'],
  sentiment: 'negative',
  callerNumber: '****5678',
  transferTo: 'Mr Lee, desk',
} satisfies Partial<CallItem>;
const FACTS = {
  durationSecs: 61,
  callType: 'phone',
  transferred: true,
  resolution: 'Booked',
} satisfies Partial<CallItem>;

describe('the command `call show`', () => {
  let world: Awaited<ReturnType<typeof operatorWorld>>;
  beforeEach(async () => {
    world = await operatorWorld();
  });

  const show = ['call', 'show', '--call', 'c-1'];
  async function stored(callsDays?: number, storedAtMs = NOW_MS) {
    const call = aCall({ callId: 'c-1', storedAtMs, endedAtMs: storedAtMs - 1_000, ...FACTS, ...WORDS });
    await callRecorderOn(world.table, { callsDays }).store(call, () => storedAtMs);
    return call;
  }
  const facts = ({ tenantId, partnerId }: { tenantId: string; partnerId: string }) => ({
    callId: 'c-1',
    tenantId,
    partnerId,
    state: 'stored',
    startedAt: '2026-11-21T10:00:00.000Z',
    expiresAt: null,
    endedAt: '2026-11-21T09:59:59.000Z',
    ...FACTS,
    deliveryStatus: 'pending',
    attempts: 0,
  });

  it('the command `call show` does not print the content of a call without `--reveal`', async () => {
    const call = await stored();
    expect(await world.json(...show)).toEqual(facts(call));
    const { out } = await world.run(...show);
    expect(stripVTControlCharacters(out)).toContain('The content of the call is hidden. Add --reveal to see it.');
    for (const word of Object.values(WORDS).flat()) expect(out).not.toContain(word);
  });

  it('the command `call show` also prints the content of the call with `--reveal`', async () => {
    const call = await stored();
    expect(await world.json(...show, '--reveal', '--reason', 'ticket 7')).toEqual({ ...facts(call), ...WORDS });
    const trail = await world.json('audit', 'list');
    expect(trail).toMatchObject([{ action: 'call show', target: 'call c-1', reason: 'ticket 7' }]);
    for (const word of Object.values(WORDS).flat()) expect(JSON.stringify(trail)).not.toContain(word);
  });

  it('the command `call show` adds no entry to the audit trail without `--reveal`', async () => {
    await stored();
    await world.json(...show);
    expect(await world.json('audit', 'list')).toEqual([]);
  });

  it('the command `call show` prints only the delivery of an expired call, even if DynamoDB has not deleted the call yet', async () => {
    const call = await stored(30, NOW_MS - 30 * DAY_MS);
    expect(await itemAt(world.table, keys.call(call.tenantId, call.storedAtMs, 'c-1'))).toBeDefined();
    const expected = {
      callId: 'c-1',
      tenantId: call.tenantId,
      partnerId: call.partnerId,
      state: 'expired',
      startedAt: '2026-10-22T10:00:00.000Z',
      expiresAt: '2026-11-21T10:00:00.000Z',
      deliveryStatus: 'pending',
      attempts: 0,
    };
    expect(await world.json(...show, '--reveal')).toEqual(expected);
    expect((await world.run(...show)).out).toContain('The call has expired. Only its delivery is left.');
  });

  it('the command `call show` reports a deleted call', async () => {
    const { tenantId } = await stored();
    await world.json('call', 'delete', '--tenant', tenantId, '--call', 'c-1');
    expect(await world.json(...show, '--reveal')).toMatchObject({
      state: 'deleted',
      deliveryStatus: 'skipped',
      skipReason: 'deleted',
    });
    expect((await world.run(...show)).out).toContain('The call was deleted. Only its delivery is left.');
  });

  it('the command `call show` reports a call that does not exist', async () => {
    expect(await world.run(...show)).toEqual({ code: 1, out: '', err: 'There is no call c-1.\n' });
    await stored();
    await changeItem(world.table, keys.delivery('c-1'), { storedAtMs: 1 });
    expect(await world.run(...show)).toMatchObject({
      code: 1,
      err: 'The call c-1 has a delivery, but the call itself is missing.\n',
    });
  });
});
