import { afterEach, describe, expect, it } from '@jest/globals';
import type { ApiMethod } from '../../../../local/aws/cloudformation/stack-model.ts';
import type { InvokeResult } from '../../../../local/aws/lambda/invoke.ts';
import { closeGateways, failed, lambda, ok, world } from './world.ts';

afterEach(closeGateways);

const methods = [lambda('ANY', '/v1/whoami')];

async function statusAndText(url: string, init: RequestInit = {}) {
  const response = await fetch(url, init);
  return [response.status, await response.text()];
}

async function responded(result: InvokeResult, init: RequestInit = {}) {
  const { url } = await world({ methods, endpoint: () => result });
  const response = await fetch(url('/v1/whoami'), init);
  return { status: response.status, headers: response.headers, body: await response.text() };
}

describe('the response of an endpoint', () => {
  it('the response of an endpoint reaches the client with status, headers and body', async () => {
    const { status, headers, body } = await responded(
      ok({
        statusCode: 201,
        headers: { 'X-A': 'b', 'Content-Type': 'text/plain', 'X-N': 5, 'X-B': true },
        body: '한글',
      }),
    );
    expect([status, body]).toEqual([201, '한글']);
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-a': 'b',
      'content-type': 'text/plain',
      'x-n': '5',
      'x-b': 'true',
    });
    expect(headers.get('content-length')).toBe('6');
    expect(headers.get('x-amzn-requestid')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("the local API Gateway sets the header Date to the time of the service's clock", async () => {
    const nowMs = Date.UTC(2030, 0, 2, 3, 4, 5);
    const { url } = await world({ methods, nowMs: () => nowMs });
    const dates = [await fetch(url('/v1/whoami')), await fetch(url('/none'))].map(({ headers }) => headers.get('Date'));
    expect(dates).toEqual(Array(2).fill('Wed, 02 Jan 2030 03:04:05 GMT'));
  });

  it('the response of an endpoint is a 200 of type application/json if the function sets neither', async () => {
    const { status, headers, body } = await responded(ok({}));
    expect([status, headers.get('content-type'), body]).toEqual([200, 'application/json', '']);
  });

  it('the response of an endpoint can have several values for one header', async () => {
    const { headers } = await responded(
      ok({ statusCode: 200, headers: { 'Set-Cookie': 'c' }, multiValueHeaders: { 'Set-Cookie': ['a', 'b'] } }),
    );
    expect(headers.getSetCookie()).toEqual(['a', 'b', 'c']);
  });

  it('the local API Gateway renames the response headers WWW-Authenticate and Server', async () => {
    const { headers } = await responded(
      ok({ statusCode: 401, headers: { 'WWW-Authenticate': 'Bearer', Server: 'x' } }),
    );
    expect(headers.get('www-authenticate')).toBeNull();
    expect(headers.get('x-amzn-remapped-www-authenticate')).toBe('Bearer');
    expect(headers.get('x-amzn-remapped-server')).toBe('x');
  });

  it('a function cannot set the headers Content-Length, Transfer-Encoding and Via of its response', async () => {
    const { headers, body } = await responded(
      ok({
        statusCode: 200,
        headers: { 'Content-Length': '1', 'Transfer-Encoding': 'chunked', Via: 'x' },
        body: 'abc',
      }),
    );
    expect([headers.get('content-length'), headers.get('transfer-encoding'), headers.get('via'), body]).toEqual([
      '3',
      null,
      null,
      'abc',
    ]);
  });

  it.each([204, 304])('a response with the status %i has no body', async (statusCode) => {
    const { status, headers, body } = await responded(ok({ statusCode, body: 'ignored' }));
    expect([status, body, headers.get('content-length')]).toEqual([statusCode, '', null]);
  });

  it('the response to a HEAD request has no body', async () => {
    const { headers, body } = await responded(ok({ statusCode: 200, body: 'abc' }), { method: 'HEAD' });
    expect([headers.get('content-length'), body]).toEqual(['3', '']);
  });

  it.each<[string, InvokeResult]>([
    ['an error', failed('Task timed out after 3.00 seconds')],
    ['no payload', ok(undefined)],
    ['null', ok(null)],
    ['text', ok('hello')],
    ['a list', ok([])],
    ['a body that is not text', ok({ statusCode: 200, body: { a: 1 } })],
    ['an unknown field', ok({ statusCode: 200, cookies: [] })],
    ['a status that is not a number', ok({ statusCode: 'fine' })],
    ['a status out of range', ok({ statusCode: 99 })],
    ['a header with a line break', ok({ statusCode: 200, headers: { 'X-A': 'a\r\nX-B: b' } })],
    ['a header name with a space', ok({ statusCode: 200, headers: { 'X A': 'a' } })],
    ['a header that is a list', ok({ statusCode: 200, headers: { 'X-A': ['a'] } })],
  ])("a request gets a 502 with the template's body if the function returns %s", async (_what, result) => {
    expect(await responded(result)).toMatchObject({ status: 502, body: '{"error":"Internal server error"}' });
  });

  it('a request gets a 504 if its endpoint exceeds the integration timeout', async () => {
    const { url } = await world({
      methods: [lambda('GET', '/slow', false, 30)],
      endpoint: () => new Promise(() => undefined),
    });
    expect(await statusAndText(url('/slow'))).toEqual([504, '{"error":"Took too long"}']);
  });

  it('a request gets a 500 if the emulator cannot invoke the function', async () => {
    const fault = new TypeError('host');
    const { url, faults } = await world({ methods, endpoint: () => Promise.reject(fault) });
    expect(await statusAndText(url('/v1/whoami'))).toEqual([500, '{"error":"Internal server error"}']);
    expect(faults).toEqual([fault]);
  });
});

const mock = (otherContentType: 'UNSUPPORTED_MEDIA_TYPE' | 'API_CONFIGURATION_ERROR'): ApiMethod => ({
  method: 'ANY',
  path: '/{proxy+}',
  integration: {
    kind: 'mock',
    status: 404,
    headers: { 'X-Request-Id': 'context.requestId', 'Cache-Control': "'no-store'" },
    body: '{"error":"Not found","path":"$context.path"}',
    contentTypes: ['application/json'],
    otherContentType,
  },
});

describe('an endpoint without a function (mock integration)', () => {
  it('a mock integration responds without invoking a function', async () => {
    const { url, events } = await world({ methods: [mock('UNSUPPORTED_MEDIA_TYPE')] });
    const response = await fetch(url('/nowhere'));
    expect([response.status, await response.text()]).toEqual([404, '{"error":"Not found","path":"/nowhere"}']);
    expect(response.headers.get('x-request-id')).toBe(response.headers.get('x-amzn-requestid'));
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(events).toEqual([]);
  });

  it.each([
    ['UNSUPPORTED_MEDIA_TYPE', 415],
    ['API_CONFIGURATION_ERROR', 500],
  ] as const)(
    'a mock integration responds with the configured %s to a content type that its template does not support',
    async (type, status) => {
      const { url } = await world({ methods: [mock(type)] });
      const post = (contentType: string) =>
        fetch(url('/x'), { method: 'POST', body: 'x', headers: { 'Content-Type': contentType } });
      expect((await post('text/plain')).status).toBe(status);
      expect((await post('Application/JSON; charset=utf-8')).status).toBe(404);
    },
  );
});

describe('responses that API Gateway itself generates', () => {
  it('a gateway response has the default text of API Gateway if the template defines no response', async () => {
    const { url } = await world({ methods, gatewayResponses: {} });
    expect(await statusAndText(url('/nowhere'))).toEqual([403, '{"message":"Missing Authentication Token"}']);
  });

  it('a gateway response uses DEFAULT_4XX of the template if the template lacks the exact type', async () => {
    const { url } = await world({
      methods,
      gatewayResponses: { DEFAULT_4XX: { status: 418, template: '$context.error.responseType', parameters: {} } },
    });
    expect(await statusAndText(url('/nowhere'))).toEqual([418, 'MISSING_AUTHENTICATION_TOKEN']);
  });

  it('a request with an Authorization header gets INVALID_SIGNATURE if no route matches', async () => {
    const { url } = await world({
      methods,
      gatewayResponses: { INVALID_SIGNATURE: { template: 'signature', parameters: {} } },
    });
    const headers = { Authorization: 'Bearer k' };
    expect(await statusAndText(url('/nowhere'), { headers })).toEqual([403, 'signature']);
  });

  it('the local API does not start if the emulator cannot evaluate a header of a gateway response', async () => {
    const gatewayResponses = { DEFAULT_4XX: { template: '', parameters: { 'X-A': 'method.request.header.Origin' } } };
    await expect(world({ methods, gatewayResponses })).rejects.toThrow('X-A');
  });
});
