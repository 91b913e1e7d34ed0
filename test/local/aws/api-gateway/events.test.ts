import { afterEach, describe, expect, it } from '@jest/globals';
import type { Around } from '../../../../local/aws/api-gateway/gateway.ts';
import { raw } from '../../../support/hostile/raw-request.ts';
import { closeGateways, lambda, world } from './world.ts';

afterEach(closeGateways);

const methods = [lambda('ANY', '/v1/tenants/{customerId}'), lambda('ANY', '/v1/whoami')];
const send = async (path: string, init: RequestInit = {}) => {
  const { url, events } = await world({ methods });
  await fetch(url(path), init);
  return events[0];
};

describe('the event that the local API Gateway passes to an endpoint', () => {
  it('an endpoint receives an event in the format of an API Gateway REST API', async () => {
    const { url, events } = await world({ methods });
    const response = await fetch(url('/v1/tenants/tn_1?b=1&a=x%20y&b=2+3'), {
      method: 'PUT',
      body: '{"name":"Söring"}',
      headers: { 'Content-Type': 'application/json', 'User-Agent': 'test/1' },
    });
    expect(events).toEqual([
      expect.objectContaining({
        resource: '/v1/tenants/{customerId}',
        path: '/v1/tenants/tn_1',
        httpMethod: 'PUT',
        headers: expect.objectContaining({ 'Content-Type': 'application/json' }),
        multiValueHeaders: expect.objectContaining({ 'Content-Type': ['application/json'] }),
        queryStringParameters: { b: '2 3', a: 'x y' },
        multiValueQueryStringParameters: { b: ['1', '2 3'], a: ['x y'] },
        pathParameters: { customerId: 'tn_1' },
        stageVariables: null,
        body: '{"name":"Söring"}',
        isBase64Encoded: false,
        requestContext: expect.objectContaining({
          requestId: response.headers.get('x-amzn-requestid'),
          resourcePath: '/v1/tenants/{customerId}',
          httpMethod: 'PUT',
          path: '/v1/tenants/tn_1',
          stage: 'dev',
          apiId: 'api',
          protocol: 'HTTP/1.1',
          identity: expect.objectContaining({ sourceIp: '127.0.0.1', userAgent: 'test/1' }),
        }),
      }),
    ]);
  });

  it('the event of an endpoint has null for missing parameters and for a missing body', async () => {
    expect(await send('/v1/whoami')).toMatchObject({
      queryStringParameters: null,
      multiValueQueryStringParameters: null,
      pathParameters: null,
      body: null,
    });
  });

  it('the source IP in the event of an endpoint ignores the forwarding headers', async () => {
    const { port, events, requests } = await world({ methods });
    const head =
      'GET /v1/whoami HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 9.9.9.9\r\nForwarded: for=9.9.9.9\r\nConnection: close\r\n\r\n';
    await raw(port, head, '127.0.0.42');
    expect(events[0]).toMatchObject({ requestContext: { identity: { sourceIp: '127.0.0.42' } } });
    expect(requests[0]?.sourceIp).toBe('127.0.0.42');
  });

  it('the event of an endpoint keeps the case of header names', async () => {
    const { port, events } = await world({ methods });
    const head =
      'GET /v1/whoami HTTP/1.1\r\nHost: localhost\r\nX-Two: a\r\nX-Two: b\r\nAuthorization: k1\r\nAuthorization: k2\r\n__proto__: p\r\nTE: trailers\r\nConnection: close\r\n\r\n';
    await raw(port, head);
    expect(events[0]).toMatchObject({
      headers: { Host: 'localhost', 'X-Two': 'b', Authorization: 'k2' },
      multiValueHeaders: { 'X-Two': ['a', 'b'], Authorization: ['k1', 'k2'] },
    });
    expect(JSON.stringify(events[0])).toContain('"__proto__":"p"');
    expect(JSON.stringify(events[0])).not.toMatch(/"(TE|Connection)"/);
  });

  it.each(['%ZZ', '%', '%00', 'a%2Fb', '%2e%2e%2f', '%FF%FE', 'PARTNER%23x', 'x'.repeat(5_000), '%ed%a0%80'])(
    'the event of an endpoint contains the id %s exactly as the client sent it in the path',
    async (id) => {
      expect(await send(`/v1/tenants/${id}`)).toMatchObject({ pathParameters: { customerId: id } });
    },
  );

  it.each<[string, Record<string, string[]>]>([
    ['?limit=5&limit=6', { limit: ['5', '6'] }],
    ['?a', { a: [''] }],
    ['?a=%ZZ&b=%FF', { a: ['%ZZ'], b: ['\uFFFD'] }],
    ['?a=1&&=2', { a: ['1'], '': ['2'] }],
    ['?__proto__=1', JSON.parse('{"__proto__":["1"]}')],
  ])('the event of an endpoint has the parameters of the query %s', async (query, expected) => {
    expect(await send(`/v1/whoami${query}`)).toMatchObject({ multiValueQueryStringParameters: expected });
  });

  it('the event of an endpoint has U+FFFD in place of invalid UTF-8 in the body', async () => {
    const body = Buffer.from([0x7b, 0xff, 0xc3, 0x28, 0x7d]);
    expect(await send('/v1/whoami', { method: 'POST', body })).toMatchObject({
      body: '{\uFFFD\uFFFD(}',
      isBase64Encoded: false,
    });
  });

  it('the event of an endpoint contains the whole body even if a chunk ends inside a character', async () => {
    const { port, events } = await world({ methods });
    const [first, second] = [Buffer.from([0xed, 0x95]), Buffer.from([0x9c])];
    const head =
      'POST /v1/whoami HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n2\r\n';
    await raw(
      port,
      Buffer.concat([Buffer.from(head), first, Buffer.from('\r\n1\r\n'), second, Buffer.from('\r\n0\r\n\r\n')]),
    );
    expect(events[0]).toMatchObject({ body: '한' });
  });

  it('the path in the event of an endpoint has no host if the client requests a full URL', async () => {
    const { port, events } = await world({ methods });
    await raw(port, 'GET http://localhost/v1/whoami?a=1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    expect(events[0]).toMatchObject({ path: '/v1/whoami', queryStringParameters: { a: '1' } });
  });
});

const started = (around: Around) => world({ methods: [lambda('GET', '/v1/whoami')], around });

describe('the option `around` of the local API Gateway', () => {
  it('the option `around` of the local API Gateway can change the source IP of a request', async () => {
    const { url } = await started((incoming, _match, { handle }) => handle({ ...incoming, sourceIp: '10.1.2.3' }));
    const response = await fetch(url('/v1/whoami'));
    expect(await response.json()).toMatchObject({ requestContext: { identity: { sourceIp: '10.1.2.3' } } });
  });

  it('the option `around` of the local API Gateway can return an error status without invoking the function', async () => {
    const { url, events } = await started(async (_incoming, _match, { fail }) => fail(503));
    const response = await fetch(url('/v1/whoami'));
    expect([response.status, await response.json(), events]).toEqual([503, { error: 'Internal server error' }, []]);
  });

  it('the option `around` of the local API Gateway can drop the connection after the function has run', async () => {
    const { url, events, faults } = await started(async (incoming, _match, { handle }) => {
      await handle(incoming);
      return 'cut';
    });
    await expect(fetch(url('/v1/whoami'))).rejects.toThrow('fetch failed');
    expect([events.length, faults]).toEqual([1, []]);
  });
});
