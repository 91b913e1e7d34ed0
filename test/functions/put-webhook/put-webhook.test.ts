import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHandler as createGetHandler } from '../../../functions/get-webhook/handler.ts';
import { createHandler } from '../../../functions/put-webhook/handler.ts';
import { permittedReceivers } from '../../../shared/delivery/permitted-receivers/local-webhooks.ts';
import { createResolver } from '../../../shared/delivery/permitted-receivers/resolver.ts';
import { issueSigningSecret, signingSecrets } from '../../../shared/secrets/signing-secrets.ts';
import type { Table } from '../../../shared/store/table/connect.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { findWaitingSecret } from '../../../shared/store/webhooks/secret-item.ts';
import { storeWaitingSecret } from '../../../shared/store/webhooks/secret-writes.ts';
import { fakeKms } from '../../support/aws/fake-kms.ts';
import { putItem } from '../../support/functions/deliveries.ts';
import { callEndpoint } from '../../support/functions/endpoint-call.ts';
import { silent } from '../../support/functions/telemetry.ts';
import { leadsTo, startDnsServer } from '../../support/receivers/dns-server.ts';
import { roundTrips } from '../../support/table/round-trips.ts';
import { testTable } from '../../support/table/table.ts';

const GOOD = 'https://partner.com/hook';

/** Hosts that a URL parser repairs or reads as an address, or that lead nowhere public. */
const REJECTED_FORMS = [
  ...['127.1', '0x7f.1', '2130706433', '0177.0.0.1', '0x7f000001', '127.0.0.0x1', '127.0.0.1.', '%31%32%37.0.0.1'],
  ...['１２７.0.0.1', '①②⑦.0.0.1', '127。0。0。1', '0xA9FEA9FE', '2852039166', '0251.0376.0251.0376'],
  ...['0', '0x', '0x.0x', '1', '256.1.1.1', '1.2.3.4.5', '09.0.0.1', 'ok.com:65536', 'ok%00.com', 'o\u200dk.com'],
  ...['xn--a.com', 'localhost.', '[::ffff:127.0.0.1]', '[::127.0.0.1]', '[fe80::1%25eth0]', 'user:pw@ok.com'],
  ...['user@ok.com', '@ok.com', ':@ok.com', 'ok.com\\@127.0.0.1', 'ok\t.com', 'ok.com\r\n', ' ok.com', 'ok.com\u0001'],
  ...['o\u00adk.com', 'ok\ufe0f.com', 'ｏｋ.com', '.', '..', 'a..b', `${'x'.repeat(66)}.com`, 'a_b.com', '-a.com'],
  ...['ok.com:0', 'ok.com:25', 'ok.com:6667', 'bare', 'localhost', 'a.localhost', 'localhost.localdomain', 'a.local'],
  ...['a.internal', 'a.intranet', 'a.lan', 'a.home.arpa', 'a.corp', 'a.test', 'a.example', 'a.invalid', 'a.onion'],
  ...['1.0.0.127.in-addr.arpa', 'api.partner-lines.com', `${'a.'.repeat(130)}com`],
].map((host) => `https://${host}/`);

const REJECTED_RAW = [
  ...['https:ok.com', 'https:/\\127.0.0.1', 'https:///ok.com', 'https://', 'https://?', '//ok.com', 'ok.com/hook'],
  ...[
    'http://partner.com/',
    'ftp://partner.com/',
    'javascript:alert(1)',
    'file:///etc/passwd',
    ' https://partner.com/',
  ],
  ...['https://partner.com/\n', `https://partner.com/${'x'.repeat(2_048)}`, ''],
];

describe('PUT /v1/webhooks, which registers a webhook', () => {
  let table: Table;
  let server: Awaited<ReturnType<typeof startDnsServer>>;
  const { kms } = fakeKms();
  let nowMs = Date.parse('2026-01-01T00:00:00.000Z');
  const partnerId = `pt_${randomUUID()}`;
  let put: (body: unknown, about?: { allowLocalWebhooks?: boolean }) => ReturnType<typeof callEndpoint>;
  let get: () => ReturnType<typeof callEndpoint>;

  const issued = () => issueSigningSecret(kms, 'key-1')(partnerId);

  beforeAll(async () => {
    table = await testTable();
    server = await startDnsServer({
      'partner.com': leadsTo('93.184.216.34', '2606:4700::1'),
      'second.partner.com': leadsTo('93.184.216.35'),
      'only6.partner.com': leadsTo('2606:4700::1'),
      'private.partner.com': leadsTo('10.0.0.5'),
      'mixed.partner.com': leadsTo('93.184.216.34', '192.168.0.1'),
      'servfail.partner.com': { code: 'SERVFAIL' },
    });
    await putItem(table, { ...keys.secret(partnerId), ...(await issued()) });
    const secrets = signingSecrets({ ...silent, kms, nowMs: () => nowMs });
    put = (body, { allowLocalWebhooks = false } = {}) => {
      // A busy machine responds late.
      const about = { knowsLocalhost: allowLocalWebhooks, budgetMs: 30_000 };
      const resolve = createResolver({ dnsServer: server.address, ...about });
      const { permits } = permittedReceivers({ allowLocalWebhooks });
      const handler = createHandler({
        ...silent,
        table,
        resolve,
        permits,
        secrets,
        allowLocalWebhooks,
        nowMs: () => nowMs,
      });
      return callEndpoint(handler, { partnerId, body });
    };
    get = () => callEndpoint(createGetHandler({ ...silent, table }), { partnerId });
  });
  afterAll(() => server.close());

  const rejection = (code: string) => ({ status: 422, body: { code, error: expect.any(String) } });

  it.each([...REJECTED_FORMS, ...REJECTED_RAW])('PUT /v1/webhooks rejects the URL %j with 422', async (url) => {
    expect(await put({ url })).toEqual(rejection('WEBHOOK_URL_INVALID'));
  });

  it.each(['private.partner.com', 'mixed.partner.com', 'nowhere.partner.com'])(
    'PUT /v1/webhooks returns 422 if the host is %s, which has a non-public address or none',
    async (host) => {
      expect(await put({ url: `https://${host}/` })).toEqual(rejection('WEBHOOK_URL_INVALID'));
    },
  );

  it('PUT /v1/webhooks returns 503 if the DNS look-up of the host fails', async () => {
    expect(await put({ url: 'https://servfail.partner.com/' })).toMatchObject({ status: 503 });
  });

  it.each([
    {},
    { url: 5 },
    { url: GOOD, events: [] },
    { url: GOOD, events: 'call.completed' },
    { url: GOOD, events: null },
    { url: GOOD, events: [1] },
    null,
    [],
  ])('PUT /v1/webhooks rejects the body %j with 400', async (body) => {
    const { status, body: response } = await put(body);
    expect([status, Object.keys(response)]).toEqual([400, ['error']]);
  });

  it.each([[['x']], [['call.completed', 'x']], [['Call.Completed']]])(
    'PUT /v1/webhooks rejects the events %j with UNKNOWN_EVENT, even if the URL has a private host',
    async (events) => {
      expect(await put({ url: GOOD, events })).toEqual(rejection('UNKNOWN_EVENT'));
      expect(await put({ url: 'https://private.partner.com', events })).toEqual(rejection('UNKNOWN_EVENT'));
    },
  );

  it('PUT /v1/webhooks reports only the URL if the URL is not https and the event is unknown', async () => {
    expect(await put({ url: 'http://partner.com/', events: ['x'] })).toEqual(rejection('WEBHOOK_URL_INVALID'));
  });

  it('PUT /v1/webhooks stores nothing if it rejects a request', async () => {
    expect((await put({ url: 'https://private.partner.com' })).status).toBe(422);
    expect(await get()).toEqual({
      status: 404,
      body: { error: 'No webhook is registered', code: 'WEBHOOK_NOT_CONFIGURED' },
    });
  });

  it('PUT /v1/webhooks returns the whole signing secret, but a later GET returns only its last four characters', async () => {
    const { status, body } = await put({ url: GOOD });
    const at = new Date(nowMs).toISOString();
    const webhook = { url: GOOD, events: ['call.completed'], createdAt: at, updatedAt: at };
    expect([status, body]).toEqual([200, { ...webhook, signingSecret: expect.stringMatching(/^whsec_[0-9a-f]{64}$/) }]);
    expect(await get()).toEqual({
      status: 200,
      body: { ...webhook, signingSecretHint: String(body['signingSecret']).slice(-4) },
    });
  });

  it('a second PUT of the webhook keeps the time of the first registration', async () => {
    const first = (await get()).body;
    nowMs += 1_000;
    const events = ['call.completed', 'call.completed'];
    const { body } = await put({ url: 'https://second.partner.com', events });
    expect(body).toMatchObject({
      url: 'https://second.partner.com/',
      events: ['call.completed'],
      createdAt: first['createdAt'],
      updatedAt: new Date(nowMs).toISOString(),
    });
  });

  it('PUT /v1/webhooks accepts a receiver that has only IPv6 addresses', async () => {
    expect(await put({ url: 'https://only6.partner.com/' })).toMatchObject({ status: 200 });
  });

  it.each([
    ['400', { url: GOOD, events: [] }],
    ['422 for the URL', { url: 'https://private.partner.com/' }],
    ['422 for the event', { url: GOOD, events: ['x'] }],
    ['503', { url: 'https://servfail.partner.com/' }],
  ])('PUT /v1/webhooks keeps the old signing secret in force if it returns %s', async (returned, body) => {
    const before = (await put({ url: GOOD })).body['signingSecret'];
    await storeWaitingSecret(table, partnerId, await issued(), nowMs);
    expect((await put(body)).status).toBe(Number.parseInt(returned, 10));
    expect((await get()).body['signingSecretHint']).toBe(String(before).slice(-4));
    expect(await findWaitingSecret(table, partnerId)).toBeDefined();
  });

  it('the local service accepts a webhook on the IPv4 loopback over http', async () => {
    for (const url of ['http://127.0.0.1:4000/hook', 'http://hooks.localhost:4000/']) {
      expect(await put({ url }, { allowLocalWebhooks: true })).toMatchObject({ status: 200, body: { url } });
    }
    expect(await put({ url: 'http://private.partner.com/' }, { allowLocalWebhooks: true })).toEqual(
      rejection('WEBHOOK_URL_INVALID'),
    );
    // Deployed functions have no route to IPv6, so the local service must not deliver to it either.
    for (const url of ['http://169.254.169.254/', 'http://[::1]:4000/'])
      expect(await put({ url }, { allowLocalWebhooks: true })).toEqual(rejection('WEBHOOK_URL_INVALID'));
  });

  it('GET /v1/webhooks reads the webhook in one round trip to the table', async () => {
    const { trips, commands } = await roundTrips(table).of(get);
    expect([trips, commands]).toEqual([1, ['GetItemCommand']]);
  });
});
