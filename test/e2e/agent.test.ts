import { beforeEach, describe, expect, it } from '@jest/globals';
import { keys } from '../../shared/store/table/keys.ts';
import { stored } from '../support/service/stored.ts';
import { newPartner } from '../support/service/world.ts';

const partner = await newPartner();
const HANGUL = /[가-힣]/;
const HOURS = { open: '09:00', close: '18:00', enabled: true };

describe('the agent settings of a line', () => {
  let tenantId: string;
  beforeEach(async () => {
    ({ tenantId } = await partner.createLine({ region: 'ca' }));
  });
  const path = () => `/v1/tenants/${tenantId}/agent`;
  const put = (body: unknown) => partner.call('PUT', path(), { body });
  const get = async () => (await partner.call('GET', path())).json();

  it('agent settings can be read back right after the PUT that changed them [GET /v1/tenants/{customerId}/agent 200] [PUT /v1/tenants/{customerId}/agent 200] [limit settings propagation]', async () => {
    expect((await partner.call('GET', path())).status).toBe(200);
    const settings = {
      greeting: 'Good morning',
      tone: ['warm', 'brief'],
      businessHours: { mode: 'custom', timezone: 'Asia/Seoul', schedule: { mon: HOURS } },
      transfer: { type: 'take_message', message: 'We call back.' },
      summaryRecipients: [{ email: 'owner@example.com', keywords: ['refund'] }],
    };
    const response = await put(settings);
    expect(response.status).toBe(200);
    expect(response.json()).toMatchObject(settings);
    expect(await get()).toEqual(response.json());
  });

  it.each([
    ['greeting', 'a greeting of 1,001 characters', { greeting: 'g'.repeat(1_001) }],
    ['tone', '21 tones', { tone: Array(21).fill('x') }],
    ['tone', 'a tone of 61 characters', { tone: ['t'.repeat(61)] }],
    ['summaryRecipients', '21 recipients', { summaryRecipients: Array(21).fill({ email: 'a@b.co' }) }],
    ['businessHours', 'an unknown timezone', { businessHours: { mode: 'custom', timezone: 'Foo/Bar' } }],
  ])(
    'agent settings are rejected with 400 and an error that names %s, for %s [limit greeting] [limit tone] [limit summaryRecipients] [PUT /v1/tenants/{customerId}/agent 400]',
    async (field, _what, body) => {
      const before = await get();
      const response = await put(body);
      expect(response.status).toBe(400);
      expect(response.json()['error']).toContain(field);
      expect(await get()).toEqual(before);
    },
  );

  it('agent settings with an empty list of recipients are rejected, even for a new line [code SUMMARY_NO_RECIPIENTS]', async () => {
    const empty = { summaryRecipients: [] };
    const body = { name: 'x', region: 'kr', externalId: `e-${tenantId}`, agent: empty };
    for (const response of [await put(empty), await partner.call('POST', '/v1/tenants', { body })]) {
      expect([response.status, response.json()['code']]).toEqual([400, 'SUMMARY_NO_RECIPIENTS']);
    }
  });

  it.each([
    ['persona.empty', ''],
    ['persona.too_long', 'p'.repeat(8_001)],
    ['persona.tool_name', 'Always transfer_call when they are angry.'],
    ['persona.tool_signature', 'Then call book_table(4).'],
  ])(
    'agent settings with an invalid persona are rejected with the code %s and a Korean error text [code persona.empty] [code persona.too_long] [code persona.tool_name] [code persona.tool_signature] [limit persona]',
    async (code, persona) => {
      const response = await put({ persona, greeting: 'changed' });
      expect([response.status, response.json()['code']]).toEqual([400, code]);
      expect(response.json()['error']).toMatch(HANGUL);
      expect((await get())['greeting']).not.toBe('changed');
    },
  );

  it("agent settings with recipients are rejected if the item of the line's owner is missing [code SUMMARY_OWNER_LOOKUP_FAILED] [PUT /v1/tenants/{customerId}/agent 503] [status 5xx]", async () => {
    await stored().remove(keys.owner(tenantId));
    const response = await put({ summaryRecipients: [{ email: 'a@b.co' }], greeting: 'changed' });
    expect([response.status, response.json()['code']]).toEqual([503, 'SUMMARY_OWNER_LOOKUP_FAILED']);
    expect((await get())['greeting']).toBeUndefined();
    expect((await put({ greeting: 'changed' })).status).toBe(200);
  });

  it('agent settings are rejected if the item of the line is missing [code TENANT_REGION_UNRESOLVED]', async () => {
    await stored().remove(keys.line(tenantId));
    const response = await put({ greeting: 'Hello' });
    expect([response.status, response.json()['code']]).toEqual([409, 'TENANT_REGION_UNRESOLVED']);
  });

  it('agent settings are hidden from other partners, even if the body of the request is malformed [GET /v1/tenants/{customerId}/agent 403] [PUT /v1/tenants/{customerId}/agent 403]', async () => {
    const stranger = await newPartner();
    const responses = [
      await stranger.call('GET', path()),
      await stranger.call('PUT', path(), { body: { greeting: 'mine now' } }),
      await stranger.call('PUT', path(), { body: '{' }),
      await stranger.call('PUT', '/v1/tenants/tn_00000000000000000000000001/agent', { body: {} }),
    ];
    expect(responses.map(({ status, text }) => [status, text])).toEqual(responses.map(() => [403, responses[0]?.text]));
    expect((await get())['greeting']).toBeUndefined();
  });
});
