import { beforeAll, describe, expect, it } from '@jest/globals';
import { newPartner, type PartnerWorld } from '../support/service/world.ts';

const GOOD = 'http://127.0.0.1:9/hook';

/** A new partner for the tests of a block, which share its webhook. */
function aPartner() {
  let partner: PartnerWorld;
  beforeAll(async () => {
    partner = await newPartner();
  });
  return {
    put: (body: unknown) => partner.call('PUT', '/v1/webhooks', { body }),
    get: () => partner.call('GET', '/v1/webhooks'),
  };
}

describe('the webhook registration of a partner', () => {
  const { put, get } = aPartner();

  it('GET /v1/webhooks returns 404 before the first PUT [code WEBHOOK_NOT_CONFIGURED] [GET /v1/webhooks 404] [status 404] [state webhook not registered → 404]', async () => {
    const response = await get();
    expect([response.status, response.json()['code']]).toEqual([404, 'WEBHOOK_NOT_CONFIGURED']);
  });

  it('a PUT of the webhook returns the whole signing secret, but a GET returns only the last four characters [PUT /v1/webhooks 200] [GET /v1/webhooks 200] [state webhook not registered → registered]', async () => {
    const saved = await put({ url: GOOD });
    expect(saved.status).toBe(200);
    const { signingSecret, ...rest } = saved.json<{ signingSecret: string }>();
    expect(signingSecret).toMatch(/^whsec_([0-9a-f]{2})+$/);
    expect(rest).toEqual({
      url: GOOD,
      events: ['call.completed'],
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    const read = await get();
    expect(read.status).toBe(200);
    expect(read.json()).toEqual({ ...rest, signingSecretHint: signingSecret.slice(-4) });
    expect(read.text).not.toContain(signingSecret);
  });

  it('the next PUT replaces the webhook and returns the same signing secret [state webhook registered → replaced]', async () => {
    const first = (await put({ url: GOOD })).json();
    const second = (
      await put({ url: 'http://127.0.0.1:10/other', events: ['call.completed', 'call.completed'] })
    ).json();
    expect(second).toMatchObject({ url: 'http://127.0.0.1:10/other', events: ['call.completed'] });
    expect([second['signingSecret'], second['createdAt']]).toEqual([first['signingSecret'], first['createdAt']]);
  });
});

describe('a webhook registration that the service rejects', () => {
  const { put, get } = aPartner();

  it.each([
    ['a missing url', {}],
    ['no event in the list [limit webhook events]', { url: GOOD, events: [] }],
  ])('a webhook registration is rejected with 400 for %s [PUT /v1/webhooks 400]', async (_what, body) => {
    expect((await put(body)).status).toBe(400);
  });

  it('a webhook registration with an unknown event is rejected [code UNKNOWN_EVENT] [PUT /v1/webhooks 422] [status 422] [state webhook invalid PUT saves nothing]', async () => {
    const response = await put({ url: GOOD, events: ['call.completed', 'call.started'] });
    expect([response.status, response.json()['code']]).toEqual([422, 'UNKNOWN_EVENT']);
    expect((await get()).status).toBe(404);
  });

  it.each([
    ['https://169.254.169.254/latest/meta-data', 'the metadata address'],
    ['https://bare/', 'a name without a dot'],
    [`https://example.com/${'x'.repeat(2_049)}`, 'more than 2048 characters [limit webhook url]'],
  ])('a webhook registration is rejected for the URL %s (%s) [code WEBHOOK_URL_INVALID]', async (url) => {
    const response = await put({ url });
    expect([response.status, response.json()['code']]).toEqual([422, 'WEBHOOK_URL_INVALID']);
    expect((await get()).status).toBe(404);
  });

  it('a partner can register a URL with a public host after a rejected registration', async () => {
    expect((await put({ url: 'https://hooks.acme.com/calls?from=us' })).status).toBe(200);
    expect((await get()).json()['url']).toBe('https://hooks.acme.com/calls?from=us');
  });
});
