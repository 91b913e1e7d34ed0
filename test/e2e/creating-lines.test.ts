import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { aLine, type Line, newPartner } from '../support/service/world.ts';

const partner = await newPartner();

describe('the creation of a line', () => {
  const create = (body: unknown, headers: Record<string, string | string[]> = {}) =>
    partner.call('POST', '/v1/tenants', { body, headers });

  it('POST /v1/tenants returns 201 with the fields of the new line, but without a phone number [POST /v1/tenants 201] [state line none → active] [state idempotency unused → runs]', async () => {
    const body = aLine({ name: 'Mr. Kim 김', region: 'ca' });
    const response = await create(body, { 'Idempotency-Key': randomUUID() });
    expect(response.status).toBe(201);
    expect(response.json()).toEqual({
      tenantId: expect.any(String),
      name: 'Mr. Kim 김',
      region: 'ca',
      status: 'active',
      externalId: body.externalId,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
  });

  it.each([
    ['a name of 200 characters', { name: 'n'.repeat(200) }],
    ['a name of 200 emoji', { name: '😀'.repeat(200) }],
    ['an external id of 128 characters', { externalId: `${randomUUID()}${'~'.repeat(92)}` }],
  ])('creating a line accepts %s', async (_what, about) => {
    expect((await create(aLine(about))).status).toBe(201);
  });

  it.each([
    ['name', 'a name of 201 characters', { name: 'n'.repeat(201) }],
    ['name', 'a name of 201 emoji', { name: '😀'.repeat(201) }],
    ['name', 'a blank name', { name: '  ' }],
    ['externalId', 'an empty external id', { externalId: '' }],
    ['externalId', 'an external id of 129 characters', { externalId: 'x'.repeat(129) }],
    ['externalId', 'an external id with a space', { externalId: 'a b' }],
    ['externalId', 'an external id outside ASCII', { externalId: 'é' }],
    ['region', 'a region in capitals', { region: 'KR' }],
  ])(
    'creating a line returns 400 and names the field %s for %s [limit name] [limit externalId] [POST /v1/tenants 400] [status 400]',
    async (field, _what, about) => {
      const response = await create(aLine(about));
      expect(response.status).toBe(400);
      expect(response.json()).toEqual({ error: expect.stringContaining(field) });
    },
  );

  it('a new line is rejected if an active line has the same external id [code EXTERNAL_ID_EXISTS] [POST /v1/tenants 409] [status 409]', async () => {
    const { externalId } = await partner.createLine();
    const response = await create(aLine({ externalId }));
    expect([response.status, response.json()['code']]).toEqual([409, 'EXTERNAL_ID_EXISTS']);
  });

  it('a new line is rejected if the active lines use up the quota [code TENANT_QUOTA_EXCEEDED] [limit lines] [POST /v1/tenants 402] [status 402]', async () => {
    const small = await newPartner({ quota: 1 });
    const line = await small.createLine();
    const rejected = await small.call('POST', '/v1/tenants', { body: aLine() });
    expect([rejected.status, rejected.json()['code']]).toEqual([402, 'TENANT_QUOTA_EXCEEDED']);
    expect((await small.call('DELETE', `/v1/tenants/${line.tenantId}`)).status).toBe(200);
    expect((await small.call('POST', '/v1/tenants', { body: aLine() })).status).toBe(201);
  });
});

describe('the idempotency key of a new line', () => {
  const create = (body: unknown, key: string | string[]) =>
    partner.call('POST', '/v1/tenants', { body, headers: { 'Idempotency-Key': key } });

  it('a request with the same idempotency key and the same fields gets the first response again, byte for byte [state idempotency completed, same body → replay]', async () => {
    const body = aLine();
    const key = randomUUID();
    const first = await create(body, key);
    const again = await create({ externalId: body.externalId, region: body.region, name: body.name }, key);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.text).toBe(first.text);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(first.headers['idempotent-replayed']).toBeUndefined();
  });

  it('an idempotency key is rejected in a second request with another body [code IDEMPOTENCY_KEY_MISMATCH] [state idempotency completed, other body → mismatch]', async () => {
    const key = randomUUID();
    await create(aLine(), key);
    const response = await create(aLine(), key);
    expect([response.status, response.json()['code']]).toEqual([409, 'IDEMPOTENCY_KEY_MISMATCH']);
  });

  it('20 parallel requests with one idempotency key create only one line [code IDEMPOTENCY_IN_PROGRESS] [state idempotency running → in progress]', async () => {
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

  it('an idempotency key can be used again after a failed request [state idempotency first failed → runs again]', async () => {
    const key = randomUUID();
    const { externalId } = await partner.createLine();
    expect((await create(aLine({ externalId }), key)).status).toBe(409);
    expect((await create(aLine({ region: 'us' }), key)).status).toBe(400);
    expect((await create(aLine(), key)).status).toBe(201);
  });

  it.each([
    ['is empty', ''],
    ['has 129 characters', 'k'.repeat(129)],
    ['has a space inside', 'a b'],
    ['is given twice', ['one', 'two']],
  ])('an idempotency key is rejected if it %s [limit idempotency key]', async (_what, key) => {
    const body = aLine();
    expect((await create(body, key)).status).toBe(400);
    expect((await create(body, randomUUID())).status).toBe(201);
  });

  it('an idempotency key can have 128 printable characters', async () => {
    expect((await create(aLine(), `${randomUUID()}${'!'.repeat(92)}`)).status).toBe(201);
  });
});
