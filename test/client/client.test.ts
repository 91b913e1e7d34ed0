import { describe, expect, it } from '@jest/globals';
import { ApiError, isApiError, NoAnswerError } from '../../clients/typescript/src/index.ts';
import { ROUTES } from '../../shared/contract/routes.ts';
import { all, fakeService, respond, thrownBy } from './fake-service.ts';

const LINE = { name: 'Corner Cafe', region: 'ca', externalId: 'cafe-1' } as const;
const dropped = new Error('socket hang up');
const fault = () => respond(503, { error: 'Internal server error' });
const done = () => respond(200, {});

describe('the client', () => {
  it('reaches every endpoint of the API', async () => {
    const { client, sent } = fakeService(() => respond(200, { tenants: [], calls: [], nextCursor: null }));
    await client.whoami();
    await all(client.listLines());
    await client.createLine(LINE);
    await client.getLine('{customerId}');
    await client.terminateLine('{customerId}');
    await client.getAgent('{customerId}');
    await client.updateAgent('{customerId}', { greeting: 'Hello' });
    await all(client.listCalls('{customerId}'));
    await client.getWebhook();
    await client.registerWebhook({ url: 'https://hooks.acme.com/' });
    const reached = sent.map(({ method, url }) => `${method} ${decodeURIComponent(new URL(url).pathname)}`);
    expect(reached.sort()).toEqual(ROUTES.map(({ method, path }) => `${method} /prod${path}`).sort());
  });

  it('says who calls, and sends JSON', async () => {
    const { client, sent } = fakeService(done);
    await client.updateAgent('tn_1', { greeting: 'Hello' });
    const { headers, body } = sent[0] ?? {};
    expect(headers?.get('authorization')).toBe('Bearer svc_partner_test');
    expect(headers?.get('content-type')).toBe('application/json');
    expect(body).toEqual({ greeting: 'Hello' });
  });

  it.each(['', '.', '..'])('refuses a line identifier that would lead to another resource: "%s"', (id) => {
    const { client, sent } = fakeService(done);
    expect(() => client.terminateLine(id)).toThrow(TypeError);
    expect(sent).toEqual([]);
  });

  it('keeps any other identifier in its place', async () => {
    const { client, sent } = fakeService(done);
    await client.getLine('../webhooks?x=1');
    expect(sent[0]?.url).toBe('https://api.test/prod/v1/tenants/..%2Fwebhooks%3Fx%3D1');
  });

  it('gives a date as since in milliseconds', async () => {
    const { client, sent } = fakeService(() => respond(200, { calls: [], nextCursor: null }));
    await all(client.listCalls('tn_1', { since: new Date(1_795_219_200_000), limit: 10 }));
    expect(sent[0]?.url).toBe('https://api.test/prod/v1/tenants/tn_1/calls?limit=10&since=1795219200000');
  });
});

describe('a creation', () => {
  it('sends one Idempotency-Key for all its attempts, and another for the next creation', async () => {
    const { client, sent } = fakeService((_, nth) => (nth === 1 ? dropped : nth === 2 ? fault() : respond(201, LINE)));
    await client.createLine(LINE);
    await client.createLine(LINE);
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toMatch(/^[!-~]{1,128}$/);
    expect([keys[1], keys[2]]).toEqual([keys[0], keys[0]]);
    expect(keys[3]).not.toBe(keys[0]);
  });

  it('uses the key that it is given', async () => {
    const { client, sent } = fakeService(() => respond(201, LINE));
    await client.createLine(LINE, { idempotencyKey: 'order-7' });
    expect(sent[0]?.headers.get('idempotency-key')).toBe('order-7');
  });

  it.each([
    ['a dropped connection', dropped],
    ['a 500', 500],
  ])('without a key is not repeated after %s', async (_what, setback) => {
    const { client, sent } = fakeService(() => (setback instanceof Error ? setback : respond(Number(setback), {})));
    await thrownBy(client.createLine(LINE, { idempotencyKey: false }));
    expect(sent).toHaveLength(1);
    expect(sent[0]?.headers.has('idempotency-key')).toBe(false);
  });

  it('waits for the first request with its key to end', async () => {
    const busy = () => respond(409, { error: 'Still running', code: 'IDEMPOTENCY_IN_PROGRESS' });
    const { client, sent } = fakeService((_, nth) => (nth < 3 ? busy() : respond(201, { ...LINE, tenantId: 'tn_1' })));
    expect(await client.createLine(LINE)).toMatchObject({ tenantId: 'tn_1' });
    expect(sent).toHaveLength(3);
  });
});

describe('a setback', () => {
  it('is waited out for as long as the service asks', async () => {
    const limited = () => respond(429, { error: 'Too many requests' }, { 'Retry-After': '17' });
    const { client, waitsMs } = fakeService((_, nth) => (nth === 1 ? limited() : done()));
    await client.whoami();
    expect(waitsMs).toEqual([17_000]);
  });

  it('ends the call when the service asks for more than the caller wants to wait', async () => {
    const { client, sent } = fakeService(() => respond(429, { error: 'Too many requests' }, { 'Retry-After': '17' }), {
      maxWaitMs: 5_000,
    });
    expect(await thrownBy(client.whoami())).toMatchObject({ status: 429, retryAfterSeconds: 17, attempts: 1 });
    expect(sent).toHaveLength(1);
  });

  it('that lasts ends the call after 8 requests with the last failure', async () => {
    const { client, sent, waitsMs } = fakeService(() => fault());
    const error = await thrownBy(client.whoami());
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 503,
      attempts: 8,
      message: expect.stringContaining('Internal server error'),
    });
    expect(sent).toHaveLength(8);
    expect(waitsMs).toHaveLength(7);
  });

  it('without any answer is an error of its own, with its cause', async () => {
    const { client } = fakeService(() => dropped, { maxAttempts: 2 });
    const error = await thrownBy(client.whoami());
    expect(error).toBeInstanceOf(NoAnswerError);
    expect(error).toMatchObject({ attempts: 2, cause: dropped });
  });

  it('of an answer that is cut off is repeated too', async () => {
    const cutOff = () => new Response(new ReadableStream({ pull: (stream) => stream.error(new Error('terminated')) }));
    const { client } = fakeService((_, nth) => (nth === 1 ? cutOff() : respond(200, { partnerId: 'pt_1' })));
    expect(await client.whoami()).toEqual({ partnerId: 'pt_1' });
  });

  it('that calls itself a success and is not JSON is told with its status and not repeated', async () => {
    const { client, sent } = fakeService(() => respond(200, '<html>Sign in to the network</html>'));
    const error = await thrownBy(client.whoami());
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 200,
      attempts: 1,
      message: 'The response is not JSON: check baseUrl (200)',
    });
    expect(sent).toHaveLength(1);
  });

  it('in a form that is not the API’s is still an error with a status', async () => {
    const { client } = fakeService(() => respond(502, '<html>Bad gateway</html>'), { maxAttempts: 1 });
    expect(await thrownBy(client.whoami())).toMatchObject({ status: 502, code: undefined, requestId: undefined });
  });

  it.each([{ error: { reason: 'x' }, code: 7 }, 'Bad gateway', null])(
    'whose fields are not the API’s is told by its status: %j',
    async (body) => {
      const { client } = fakeService(() => respond(502, JSON.stringify(body)), { maxAttempts: 1 });
      const message = 'The service responded with status 502 (502)';
      expect(await thrownBy(client.whoami())).toMatchObject({ code: undefined, message });
    },
  );
});

describe('a refusal', () => {
  it('is told apart by its code, and names the request for support', async () => {
    const { client, sent } = fakeService(() =>
      respond(
        409,
        { error: 'A line with this externalId exists', code: 'EXTERNAL_ID_EXISTS' },
        { 'X-Request-Id': 'r-1' },
      ),
    );
    const error = await thrownBy(client.createLine(LINE));
    if (!isApiError(error, 'EXTERNAL_ID_EXISTS')) throw error;
    const code: 'EXTERNAL_ID_EXISTS' = error.code;
    expect([code, error.status, error.requestId]).toEqual(['EXTERNAL_ID_EXISTS', 409, 'r-1']);
    expect(error.message).toBe('A line with this externalId exists (409, EXTERNAL_ID_EXISTS, request r-1)');
    expect(isApiError(error, 'INVALID_CURSOR')).toBe(false);
    expect(sent).toHaveLength(1);
  });
});

describe('a list', () => {
  const pages = [
    { tenants: [1, 2], nextCursor: 'a' },
    { tenants: [], nextCursor: 'b' },
    { tenants: [3], nextCursor: null },
  ];
  const service = () => fakeService((_, nth) => respond(200, pages[(nth - 1) % pages.length]));

  it('is gone through item by item, over all pages, an empty one included', async () => {
    const { client, sent } = service();
    expect(await all(client.listLines({ limit: 2 }))).toEqual([1, 2, 3]);
    expect(sent.map(({ url }) => new URL(url).search)).toEqual(['?limit=2', '?limit=2&cursor=a', '?limit=2&cursor=b']);
  });

  it('is read only as far as it is gone through', async () => {
    const { client, sent } = service();
    for await (const _ of client.listLines()) break;
    expect(sent).toHaveLength(1);
  });

  it('can be had page by page, and anew', async () => {
    const { client } = service();
    const lines = client.listLines();
    expect(await all(lines.pages())).toEqual(pages);
    expect(await all(lines)).toEqual([1, 2, 3]);
  });
});
