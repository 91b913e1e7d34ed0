import { describe, expect, it } from '@jest/globals';
import { ApiError, NoAnswerError } from '../../../clients/typescript/src/index.ts';
import { all, dropped, fakeService, LINE, respond, thrownBy } from './fake-service.ts';

const fault = () => respond(503, { error: 'Internal server error' });
const done = () => respond(200, {});

describe('the client library for TypeScript', () => {
  it('the client library sends the API key and a JSON body', async () => {
    const { client, sent } = fakeService(done);
    await client.updateAgent('tn_1', { greeting: 'Hello' });
    const { headers, body } = sent[0] ?? {};
    expect(headers?.get('authorization')).toBe('Bearer svc_partner_test');
    expect(headers?.get('content-type')).toBe('application/json');
    expect(body).toEqual({ greeting: 'Hello' });
  });

  it('the client library escapes slashes and question marks in a line identifier', async () => {
    const { client, sent } = fakeService(done);
    await client.getLine('../webhooks?x=1');
    expect(sent[0]?.url).toBe('https://api.test/prod/v1/tenants/..%2Fwebhooks%3Fx%3D1');
  });

  it('the client library converts a Date to milliseconds for the parameter `since`', async () => {
    const { client, sent } = fakeService(() => respond(200, { calls: [], nextCursor: null }));
    await all(client.listCalls('tn_1', { since: new Date(1_795_219_200_000), limit: 10 }));
    expect(sent[0]?.url).toBe('https://api.test/prod/v1/tenants/tn_1/calls?limit=10&since=1795219200000');
  });
});

describe('a new line that the client library creates', () => {
  it('all attempts to create one line have the same Idempotency-Key', async () => {
    const { client, sent } = fakeService((_, nth) => (nth === 1 ? dropped : nth === 2 ? fault() : respond(201, LINE)));
    await client.createLine(LINE);
    await client.createLine(LINE);
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toMatch(/^[!-~]{1,128}$/);
    expect([keys[1], keys[2]]).toEqual([keys[0], keys[0]]);
    expect(keys[3]).not.toBe(keys[0]);
  });

  it('the client library sends the Idempotency-Key that the caller gives for a new line', async () => {
    const { client, sent } = fakeService(() => respond(201, LINE));
    await client.createLine(LINE, { idempotencyKey: 'order-7' });
    expect(sent[0]?.headers.get('idempotency-key')).toBe('order-7');
  });

  it.each([
    ['a dropped connection', dropped],
    ['a 500', 500],
  ])(
    'without an Idempotency-Key, the client library does not retry the creation of a line after %s',
    async (_what, setback) => {
      const { client, sent } = fakeService(() => (setback instanceof Error ? setback : respond(Number(setback), {})));
      await thrownBy(client.createLine(LINE, { idempotencyKey: false }));
      expect(sent).toHaveLength(1);
      expect(sent[0]?.headers.has('idempotency-key')).toBe(false);
    },
  );

  it('the client library retries if the first request with the same Idempotency-Key is still running', async () => {
    const busy = () => respond(409, { error: 'Still running', code: 'IDEMPOTENCY_IN_PROGRESS' });
    const { client, sent } = fakeService((_, nth) => (nth < 3 ? busy() : respond(201, { ...LINE, tenantId: 'tn_1' })));
    expect(await client.createLine(LINE)).toMatchObject({ tenantId: 'tn_1' });
    expect(sent).toHaveLength(3);
  });
});

describe('a failed request of the client library', () => {
  it('a failed request of the client library is retried after the time in Retry-After', async () => {
    const limited = () => respond(429, { error: 'Too many requests' }, { 'Retry-After': '17' });
    const { client, waitsMs } = fakeService((_, nth) => (nth === 1 ? limited() : done()));
    await client.whoami();
    expect(waitsMs).toEqual([17_000]);
  });

  it("the client library does not retry if Retry-After is longer than the caller's maxWaitMs", async () => {
    const { client, sent } = fakeService(() => respond(429, { error: 'Too many requests' }, { 'Retry-After': '17' }), {
      maxWaitMs: 5_000,
    });
    expect(await thrownBy(client.whoami())).toMatchObject({ status: 429, retryAfterSeconds: 17, attempts: 1 });
    expect(sent).toHaveLength(1);
  });

  it('by default, the client library waits at most 30 seconds in all for retries', async () => {
    const { client, sent, waitsMs } = fakeService(() => fault(), { random: () => 1 });
    expect(await thrownBy(client.whoami())).toMatchObject({ status: 503, attempts: 6 });
    expect(sent).toHaveLength(6);
    expect(waitsMs).toEqual([500, 1_000, 2_000, 4_000, 8_000]);
  });

  it('the client library throws the last error after 8 attempts if maxWaitMs permits them', async () => {
    const { client, sent, waitsMs } = fakeService(() => fault(), { maxWaitMs: 300_000 });
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

  it('the client library throws a NoAnswerError if it gets no response', async () => {
    const { client } = fakeService(() => dropped, { maxAttempts: 2 });
    const error = await thrownBy(client.whoami());
    expect(error).toBeInstanceOf(NoAnswerError);
    expect(error).toMatchObject({ attempts: 2, cause: dropped });
  });

  it('the client library retries a request whose response is cut off', async () => {
    const cutOff = () => new Response(new ReadableStream({ pull: (stream) => stream.error(new Error('terminated')) }));
    const { client } = fakeService((_, nth) => (nth === 1 ? cutOff() : respond(200, { partnerId: 'pt_1' })));
    expect(await client.whoami()).toEqual({ partnerId: 'pt_1' });
  });

  it('a response with status 200 that is not JSON leads to an ApiError without a retry', async () => {
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

  it.each(['<html>Bad gateway</html>', '{"error":{"reason":"x"},"code":7}', '"Bad gateway"', 'null'])(
    'the error of the client library names the status if the body of the response is %s',
    async (body) => {
      const { client } = fakeService(() => respond(502, body), { maxAttempts: 1 });
      const message = 'The service responded with status 502 (502)';
      expect(await thrownBy(client.whoami())).toMatchObject({ code: undefined, message });
    },
  );
});

describe('a list that the client library returns', () => {
  const pages = [
    { tenants: [1, 2], nextCursor: 'a' },
    { tenants: [], nextCursor: 'b' },
    { tenants: [3], nextCursor: null },
  ];
  const service = () => fakeService((_, nth) => respond(200, pages[(nth - 1) % pages.length]));

  it('a list of the client library yields the items of all pages, even after an empty page', async () => {
    const { client, sent } = service();
    expect(await all(client.listLines({ limit: 2 }))).toEqual([1, 2, 3]);
    expect(sent.map(({ url }) => new URL(url).search)).toEqual(['?limit=2', '?limit=2&cursor=a', '?limit=2&cursor=b']);
  });

  it('a list of the client library fetches no page that the caller does not read', async () => {
    const { client, sent } = service();
    for await (const _ of client.listLines()) break;
    expect(sent).toHaveLength(1);
  });

  it('a list of the client library can be read a second time', async () => {
    const { client } = service();
    const lines = client.listLines();
    expect(await all(lines.pages())).toEqual(pages);
    expect(await all(lines)).toEqual([1, 2, 3]);
  });
});
