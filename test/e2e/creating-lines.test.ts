import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { aLine, type Line, newPartner, type PartnerWorld } from '../support/service/world.ts';

describe('creating a line', () => {
  let partner: PartnerWorld;
  beforeAll(async () => {
    partner = await newPartner();
  });
  const create = (body: unknown, headers: Record<string, string | string[]> = {}) =>
    partner.call('POST', '/v1/tenants', { body, headers });

  it('returns 201 with the fields of the new line, without a phone number [POST /v1/tenants 201] [state line none → active] [state idempotency unused → runs]', async () => {
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
    ['an unknown field', { colour: 'red' }],
    ['agent settings', { agent: { greeting: 'Hello', persona: 'You are kind.' } }],
  ])('accepts %s', async (_what, about) => {
    expect((await create(aLine(about))).status).toBe(201);
  });

  it.each([
    ['name', 'a name of 201 characters', { name: 'n'.repeat(201) }],
    ['name', 'a name of 201 emoji', { name: '😀'.repeat(201) }],
    ['name', 'a blank name', { name: '  ' }],
    ['name', 'no name', { name: undefined }],
    ['externalId', 'an empty external id', { externalId: '' }],
    ['externalId', 'an external id of 129 characters', { externalId: 'x'.repeat(129) }],
    ['externalId', 'an external id with a space', { externalId: 'a b' }],
    ['externalId', 'an external id outside ASCII', { externalId: 'é' }],
    ['externalId', 'no external id', { externalId: undefined }],
    ['region', 'an unknown region', { region: 'us' }],
    ['region', 'a region in capitals', { region: 'KR' }],
    ['region', 'a region of null', { region: null }],
    ['agent', 'an agent that is not an object', { agent: 'kind' }],
  ])(
    'returns 400 and names the field %s for %s [limit name] [limit externalId] [POST /v1/tenants 400] [status 400]',
    async (field, _what, about) => {
      const response = await create(aLine(about));
      expect(response.status).toBe(400);
      expect(response.json()).toEqual({ error: expect.stringContaining(field) });
    },
  );

  it('rejects the external id of an active line [code EXTERNAL_ID_EXISTS] [POST /v1/tenants 409] [status 409]', async () => {
    const { externalId } = await partner.createLine();
    const response = await create(aLine({ externalId }));
    expect([response.status, response.json()['code']]).toEqual([409, 'EXTERNAL_ID_EXISTS']);
  });

  it('lets another partner use the same external id', async () => {
    const { externalId } = await partner.createLine();
    const other = await newPartner();
    expect((await other.call('POST', '/v1/tenants', { body: aLine({ externalId }) })).status).toBe(201);
  });

  it('is rejected when the quota is used up; terminated lines do not count [code TENANT_QUOTA_EXCEEDED] [limit lines] [POST /v1/tenants 402] [status 402]', async () => {
    const small = await newPartner({ quota: 1 });
    const line = await small.createLine();
    const rejected = await small.call('POST', '/v1/tenants', { body: aLine() });
    expect([rejected.status, rejected.json()['code']]).toEqual([402, 'TENANT_QUOTA_EXCEEDED']);
    expect((await small.call('DELETE', `/v1/tenants/${line.tenantId}`)).status).toBe(200);
    expect((await small.call('POST', '/v1/tenants', { body: aLine() })).status).toBe(201);
  });

  it('succeeds for exactly 3 of 10 parallel requests at a quota of 3', async () => {
    const small = await newPartner({ quota: 3 });
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => small.call('POST', '/v1/tenants', { body: aLine() })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([...Array(3).fill(201), ...Array(7).fill(402)]);
    const listed = (await small.call('GET', '/v1/tenants')).json<{ tenants: Line[] }>();
    expect(listed.tenants).toHaveLength(3);
  });
});
