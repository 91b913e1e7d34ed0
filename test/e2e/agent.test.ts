import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { keys } from '../../shared/store/table/keys.ts';
import { stored } from '../support/service/stored.ts';
import { newPartner, type PartnerWorld } from '../support/service/world.ts';

const HANGUL = /[가-힣]/;
const HOURS = { open: '09:00', close: '18:00', enabled: true };

describe('agent settings', () => {
  let partner: PartnerWorld;
  let tenantId: string;
  beforeAll(async () => {
    partner = await newPartner();
  });
  beforeEach(async () => {
    ({ tenantId } = await partner.createLine({ region: 'ca' }));
  });
  const path = () => `/v1/tenants/${tenantId}/agent`;
  const put = (body: unknown) => partner.call('PUT', path(), { body });
  const get = async () => (await partner.call('GET', path())).json();

  it('can be read before any PUT, and have the fields of a PUT afterwards [GET /v1/tenants/{customerId}/agent 200] [PUT /v1/tenants/{customerId}/agent 200] [limit settings propagation]', async () => {
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

  it('change only in the fields that a PUT contains', async () => {
    await put({ greeting: 'Good morning', tone: ['warm'] });
    expect((await put({ tone: ['brief'] })).json()).toMatchObject({ greeting: 'Good morning', tone: ['brief'] });
    const before = await get();
    expect((await put({})).json()).toEqual(before);
  });

  it('lose their business hours and transfer when a PUT has null for them', async () => {
    await put({ businessHours: { mode: '24/7', timezone: 'UTC' }, transfer: { type: 'transfer_human' } });
    expect((await put({ businessHours: null, transfer: null })).status).toBe(200);
    const { businessHours, transfer } = await get();
    expect([businessHours ?? null, transfer ?? null]).toEqual([null, null]);
  });

  it('keep both of two parallel changes to different fields', async () => {
    await Promise.all([put({ greeting: 'Hello' }), put({ tone: ['calm'] })]);
    expect(await get()).toMatchObject({ greeting: 'Hello', tone: ['calm'] });
  });

  it.each([
    ['greeting', 'a greeting of 1,001 characters', { greeting: 'g'.repeat(1_001) }],
    ['greeting', 'a greeting of null', { greeting: null }],
    ['tone', '21 tones', { tone: Array(21).fill('x') }],
    ['tone', 'a tone of 61 characters', { tone: ['t'.repeat(61)] }],
    ['tone', 'a tone that is not a list', { tone: 'warm' }],
    ['summaryRecipients', '21 recipients', { summaryRecipients: Array(21).fill({ email: 'a@b.co' }) }],
    ['summaryRecipients', 'a recipient without an email', { summaryRecipients: [{ keywords: [] }] }],
    [
      'summaryRecipients',
      'a recipient with 21 keywords',
      { summaryRecipients: [{ email: 'a@b.co', keywords: Array(21).fill('x') }] },
    ],
    [
      'summaryRecipients',
      'a keyword of 61 characters',
      { summaryRecipients: [{ email: 'a@b.co', keywords: ['k'.repeat(61)] }] },
    ],
    ['summaryRecipients', 'recipients of null', { summaryRecipients: null }],
    ['businessHours', 'an unknown mode', { businessHours: { mode: 'never' } }],
    ['businessHours', 'an unknown timezone', { businessHours: { mode: 'custom', timezone: 'Foo/Bar' } }],
    ['businessHours', 'an offset as the timezone', { businessHours: { mode: 'custom', timezone: '+09:00' } }],
    [
      'businessHours',
      'an unknown weekday',
      { businessHours: { mode: 'custom', timezone: 'UTC', schedule: { someday: HOURS } } },
    ],
    [
      'businessHours',
      'an opening time of 25:00',
      { businessHours: { mode: 'custom', timezone: 'UTC', schedule: { mon: { ...HOURS, open: '25:00' } } } },
    ],
    ['transfer', 'an unknown type of transfer', { transfer: { type: 'teleport' } }],
    ['persona', 'a persona that is a number', { persona: 5 }],
  ])(
    'are rejected with 400 and an error that names %s, for %s [limit greeting] [limit tone] [limit summaryRecipients] [PUT /v1/tenants/{customerId}/agent 400]',
    async (field, _what, body) => {
      const before = await get();
      const response = await put(body);
      expect(response.status).toBe(400);
      expect(response.json()['error']).toContain(field);
      expect(await get()).toEqual(before);
    },
  );

  it.each([
    ['a greeting of 1,000 characters', { greeting: 'g'.repeat(1_000) }],
    ['20 tones of 60 characters', { tone: Array(20).fill('t'.repeat(60)) }],
    [
      '20 recipients with 20 keywords of 60 characters',
      { summaryRecipients: Array(20).fill({ email: 'a@b.co', keywords: Array(20).fill('k'.repeat(60)) }) },
    ],
    ['a timezone in lower case', { businessHours: { mode: 'custom', timezone: 'asia/seoul' } }],
  ])('accept %s', async (_what, body) => {
    expect((await put(body)).status).toBe(200);
  });

  it('reject an empty list of recipients, even for a new line [code SUMMARY_NO_RECIPIENTS]', async () => {
    const empty = { summaryRecipients: [] };
    const body = { name: 'x', region: 'kr', externalId: `e-${tenantId}`, agent: empty };
    for (const response of [await put(empty), await partner.call('POST', '/v1/tenants', { body })]) {
      expect([response.status, response.json()['code']]).toEqual([400, 'SUMMARY_NO_RECIPIENTS']);
    }
  });

  it.each([
    ['persona.empty', ''],
    ['persona.empty', '   '],
    ['persona.too_long', 'p'.repeat(8_001)],
    ['persona.tool_name', 'Always transfer_call when they are angry.'],
    ['persona.tool_signature', 'Then call book_table(4).'],
    ['persona.tool_signature', 'Say {{name}}.'],
    ['persona.tool_signature', 'Use ```code```.'],
  ])(
    'reject an invalid persona with the code %s and a Korean error text, and save nothing [code persona.empty] [code persona.too_long] [code persona.tool_name] [code persona.tool_signature] [limit persona]',
    async (code, persona) => {
      const response = await put({ persona, greeting: 'changed' });
      expect([response.status, response.json()['code']]).toEqual([400, code]);
      expect(response.json()['error']).toMatch(HANGUL);
      expect((await get())['greeting']).not.toBe('changed');
    },
  );

  it('have one live-call announcement in front of the persona, even after a PUT that already contains the announcement', async () => {
    const persona = 'p'.repeat(8_000);
    const saved = (await put({ persona })).json<{ persona: string }>().persona;
    expect(saved.endsWith(persona)).toBe(true);
    expect(saved.length).toBeGreaterThan(persona.length);
    expect((await put({ persona: saved })).json()['persona']).toBe(saved);
    expect((await put({ persona: `${saved.slice(0, -8_000)}${saved}` })).json()['persona']).toBe(saved);
    expect(await get()).toMatchObject({ persona: saved });
  });

  it("have a live-call announcement in the language of the line's region", async () => {
    const korean = await partner.createLine({ region: 'kr', agent: { persona: 'x' } });
    const settings = (await partner.call('GET', `/v1/tenants/${korean.tenantId}/agent`)).json<{ persona: string }>();
    expect(settings.persona).toMatch(HANGUL);
    expect((await put({ persona: 'x' })).json()['persona']).not.toMatch(HANGUL);
  });

  it('do not save recipients while the owner of the line cannot be looked up [code SUMMARY_OWNER_LOOKUP_FAILED] [PUT /v1/tenants/{customerId}/agent 503] [status 5xx]', async () => {
    await stored().remove(keys.owner(tenantId));
    const response = await put({ summaryRecipients: [{ email: 'a@b.co' }], greeting: 'changed' });
    expect([response.status, response.json()['code']]).toEqual([503, 'SUMMARY_OWNER_LOOKUP_FAILED']);
    expect((await get())['greeting']).toBeUndefined();
    expect((await put({ greeting: 'changed' })).status).toBe(200);
  });

  it('are not saved when the item of the line is missing [code TENANT_REGION_UNRESOLVED]', async () => {
    await stored().remove(keys.line(tenantId));
    const response = await put({ greeting: 'Hello' });
    expect([response.status, response.json()['code']]).toEqual([409, 'TENANT_REGION_UNRESOLVED']);
  });

  it('are hidden from other partners, even if the body is malformed [GET /v1/tenants/{customerId}/agent 403] [PUT /v1/tenants/{customerId}/agent 403]', async () => {
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
