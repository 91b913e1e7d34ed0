import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from '@jest/globals';
import { keys } from '../../../shared/store/table/keys.ts';
import { aLine, lineWorld, NOW_MS } from '../../support/functions/line-world.ts';
import { losingResponses } from '../../support/table/faulty.ts';
import { roundTrips } from '../../support/table/round-trips.ts';
import { testTable } from '../../support/table/table.ts';

const table = await testTable();
const HOUR_MS = 3_600_000;
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));
const key = (value: string) => ({ 'Idempotency-Key': value });

describe('POST /v1/tenants, which creates a line', () => {
  it('all items of a new line are written in one round trip', async () => {
    const partner = await lineWorld(table);
    const agent = { greeting: 'Hello', persona: 'You are kind.' };
    const body = aLine({ agent, colour: 'red' });
    let tenantId = '';
    const counted = await roundTrips(table).of(async () => {
      tenantId = await partner.line(body);
    });
    expect(counted).toEqual({ trips: 1, commands: ['TransactWriteItemsCommand'] });
    const summary = {
      tenantId,
      partnerId: partner.partnerId,
      name: 'Corner Cafe',
      region: 'kr',
      status: 'active',
      externalId: body.externalId,
      createdAt: '2026-11-21T10:00:00.000Z',
    };
    const { delegation, line, externalId, owner } = keys;
    const { partnerId } = partner;
    expect(await partner.item(delegation(partnerId, tenantId))).toEqual({
      ...delegation(partnerId, tenantId),
      ...summary,
    });
    expect(await partner.item(line(tenantId))).toEqual({ ...line(tenantId), ...summary, integrations: {} });
    expect(await partner.item(keys.agent(tenantId))).toEqual({ ...keys.agent(tenantId), ...agent, version: 1 });
    expect(await partner.item(externalId(partnerId, body.externalId))).toMatchObject({ tenantId });
    expect(await partner.item(owner(tenantId))).toMatchObject({ partnerId });
    expect(await partner.lineCount()).toBe(1);
  });

  it('two partners can use the same externalId, but two lines of one partner cannot', async () => {
    const [partner, other] = [await lineWorld(table), await lineWorld(table)];
    const body = aLine();
    await partner.line(body);
    expect(await partner.create(body)).toMatchObject({ status: 409, body: { code: 'EXTERNAL_ID_EXISTS' } });
    expect(await partner.lineCount()).toBe(1);
    expect((await other.create(body)).status).toBe(201);
  });

  it('ten parallel requests create exactly 3 lines at a quota of 3', async () => {
    const partner = await lineWorld(table, { quota: 3 });
    const responses = await Promise.all(times(10, () => partner.create(aLine())));
    const outcome = responses.map(({ status, body }) => `${status} ${body['code'] ?? ''}`).sort();
    expect(outcome).toEqual([...Array(3).fill('201 '), ...Array(7).fill('402 TENANT_QUOTA_EXCEEDED')]);
    expect(await partner.lineCount()).toBe(3);
  });

  it("the creation of a line is rejected if the partner was suspended after the authorizer's check", async () => {
    const partner = await lineWorld(table);
    await partner.set(keys.partner(partner.partnerId), 'state', 'suspended');
    expect(await partner.create(aLine())).toMatchObject({
      status: 403,
      body: { error: 'Partner account is not active' },
    });
  });

  it('POST /v1/tenants reports a suspended partner first, then a used externalId, then a used-up quota', async () => {
    const partner = await lineWorld(table, { quota: 1 });
    const body = aLine();
    await partner.line(body);
    expect(await partner.create(body)).toMatchObject({ status: 409, body: { code: 'EXTERNAL_ID_EXISTS' } });
    expect(await partner.create(aLine())).toMatchObject({ status: 402, body: { code: 'TENANT_QUOTA_EXCEEDED' } });
    await partner.set(keys.partner(partner.partnerId), 'state', 'suspended');
    expect((await partner.create(body)).status).toBe(403);
  });

  it('a line with invalid agent settings is not created', async () => {
    const partner = await lineWorld(table);
    const rejection = async (agent: unknown) => (await partner.create(aLine({ agent }))).body['code'];
    expect(await rejection({ persona: '' })).toBe('persona.empty');
    expect(await rejection({ summaryRecipients: [] })).toBe('SUMMARY_NO_RECIPIENTS');
    expect((await partner.create(aLine({ agent: null }))).status).toBe(400);
    expect(await partner.lineCount()).toBe(0);
  });

  it('POST /v1/tenants returns 201 without the header Idempotent-Replayed if the SDK repeated the write', async () => {
    const partner = await lineWorld(table, { seen: losingResponses(table) });
    const { status, headers } = await partner.create(aLine(), key('lost'));
    expect([status, headers['Idempotent-Replayed']]).toEqual([201, undefined]);
  });

  it('POST /v1/tenants returns 201 if the SDK repeats a write that used up the quota', async () => {
    const partner = await lineWorld(table, { quota: 1, seen: losingResponses(table) });
    expect((await partner.create(aLine())).status).toBe(201);
    expect(await partner.lineCount()).toBe(1);
  });
});

describe('the header Idempotency-Key', () => {
  it('20 parallel requests with the same Idempotency-Key create only one line', async () => {
    const partner = await lineWorld(table);
    const body = aLine();
    const responses = await Promise.all(times(20, () => partner.create(body, key('once'))));
    const made = responses.filter(({ status }) => status === 201);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    for (const { status, body: response } of responses) {
      if (status !== 201) expect([status, response['code']]).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS']);
    }
    expect(await partner.lineCount()).toBe(1);
  });

  it('a retry with the same Idempotency-Key gets the first response byte for byte, even if its body has another order of fields', async () => {
    const partner = await lineWorld(table, { quota: 1 });
    const { name, region, externalId } = aLine({ name: '김 "cafe" \\ 😀' });
    const first = await partner.create({ name, region, externalId }, key('again'));
    const again = await partner.create({ externalId, region, name }, key('again'));
    expect(again.text).toBe(first.text);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.headers['Idempotent-Replayed']).toBe('true');
    expect(first.headers['Idempotent-Replayed']).toBeUndefined();
  });

  it('an Idempotency-Key is rejected if the body of a second request differs, even only in an unknown field', async () => {
    const partner = await lineWorld(table);
    const body = aLine();
    await partner.create(body, key('other'));
    for (const other of [aLine(), { ...body, colour: 'red' }]) {
      const response = await partner.create(other, key('other'));
      expect([response.status, response.body['code']]).toEqual([409, 'IDEMPOTENCY_KEY_MISMATCH']);
    }
  });

  it('an Idempotency-Key can be used again after a request that failed', async () => {
    const partner = await lineWorld(table);
    const body = aLine();
    await partner.line(body);
    expect((await partner.create(body, key('free'))).body['code']).toBe('EXTERNAL_ID_EXISTS');
    expect((await partner.create(aLine({ region: 'us' }), key('free'))).status).toBe(400);
    expect((await partner.create(aLine(), key('free'))).status).toBe(201);
  });

  it('an Idempotency-Key is remembered for 24 hours, but not for 25', async () => {
    let nowMs = NOW_MS;
    const partner = await lineWorld(table, { nowMs: () => nowMs });
    const first = await partner.create(aLine(), key('day'));
    nowMs += 24 * HOUR_MS;
    expect((await partner.create(aLine(), key('day'))).body['code']).toBe('IDEMPOTENCY_KEY_MISMATCH');
    nowMs += HOUR_MS;
    const later = await partner.create(aLine(), key('day'));
    expect(later.status).toBe(201);
    expect(later.body['tenantId']).not.toBe(first.body['tenantId']);
  });

  it('two partners can use the same Idempotency-Key independently', async () => {
    const [partner, other] = [await lineWorld(table), await lineWorld(table)];
    const body = aLine();
    const mine = await partner.create(body, key('mine'));
    const theirs = await other.create(body, key('mine'));
    expect(theirs.status).toBe(201);
    expect(theirs.body['tenantId']).not.toBe(mine.body['tenantId']);
  });

  it.each([
    ['is empty', ''],
    ['has 129 characters', 'k'.repeat(129)],
    ['contains a space', 'a b'],
    ['contains a tab', 'a\tb'],
    ['contains a character outside ASCII', 'é'],
    ['is given twice', ['one', 'one']],
  ])('an Idempotency-Key that %s is rejected with 400', async (_what, value) => {
    const own = await testTable();
    const partner = await lineWorld(own);
    const before = await own.db.send(new ScanCommand({ TableName: own.name }));
    expect((await partner.create(aLine(), { 'Idempotency-Key': value })).status).toBe(400);
    expect((await own.db.send(new ScanCommand({ TableName: own.name }))).Items).toEqual(before.Items);
  });
});
