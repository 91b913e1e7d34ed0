import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { aLine, type Line, newPartner, type PartnerWorld } from '../support/service/world.ts';

describe('an idempotency key', () => {
  let partner: PartnerWorld;
  beforeAll(async () => {
    partner = await newPartner();
  });
  const create = (body: unknown, key: string | string[]) =>
    partner.call('POST', '/v1/tenants', { body, headers: { 'Idempotency-Key': key } });

  it('returns the first response again, byte for byte, when the body has the same fields [state idempotency completed, same body → replay]', async () => {
    const body = aLine();
    const key = randomUUID();
    const first = await create(body, key);
    const again = await create({ externalId: body.externalId, region: body.region, name: body.name }, key);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.text).toBe(first.text);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(first.headers['idempotent-replayed']).toBeUndefined();
  });

  it('is rejected when a second request uses it with another body [code IDEMPOTENCY_KEY_MISMATCH] [state idempotency completed, other body → mismatch]', async () => {
    const key = randomUUID();
    await create(aLine(), key);
    const response = await create(aLine(), key);
    expect([response.status, response.json()['code']]).toEqual([409, 'IDEMPOTENCY_KEY_MISMATCH']);
  });

  it('creates one line for 20 parallel requests [code IDEMPOTENCY_IN_PROGRESS] [state idempotency running → in progress]', async () => {
    const body = aLine();
    const key = randomUUID();
    const responses = await Promise.all(Array.from({ length: 20 }, () => create(body, key)));
    const made = responses.filter(({ status }) => status === 201);
    expect(made.length).toBeGreaterThan(0);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    for (const response of responses.filter(({ status }) => status !== 201)) {
      expect([response.status, response.json()['code']]).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS']);
    }
    const { tenants } = (await partner.call('GET', '/v1/tenants?limit=200')).json<{ tenants: Line[] }>();
    expect(tenants.filter(({ externalId }) => externalId === body.externalId)).toHaveLength(1);
  });

  it('can be used again after a failed request [state idempotency first failed → runs again]', async () => {
    const key = randomUUID();
    const { externalId } = await partner.createLine();
    expect((await create(aLine({ externalId }), key)).status).toBe(409);
    expect((await create(aLine({ region: 'us' }), key)).status).toBe(400);
    expect((await create(aLine(), key)).status).toBe(201);
  });

  it('of one partner does not affect another partner', async () => {
    const other = await newPartner();
    const key = randomUUID();
    const body = aLine();
    const mine = (await create(body, key)).json<Line>();
    const theirs = await other.call('POST', '/v1/tenants', { body, headers: { 'Idempotency-Key': key } });
    expect(theirs.status).toBe(201);
    expect(theirs.json<Line>().tenantId).not.toBe(mine.tenantId);
  });

  it.each([
    ['is empty', ''],
    ['has 129 characters', 'k'.repeat(129)],
    ['has a space inside', 'a b'],
    ['is given twice', ['one', 'two']],
  ])('is rejected when it %s, and no line is created [limit idempotency key]', async (_what, key) => {
    const body = aLine();
    expect((await create(body, key)).status).toBe(400);
    expect((await create(body, randomUUID())).status).toBe(201);
  });

  it('can have 128 printable characters', async () => {
    expect((await create(aLine(), `${randomUUID()}${'!'.repeat(92)}`)).status).toBe(201);
  });
});
