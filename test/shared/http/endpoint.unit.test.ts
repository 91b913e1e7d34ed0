import { describe, expect, it } from '@jest/globals';
import * as z from 'zod/mini';
import { Failure, valueOrThrow } from '../../../shared/domain/requests/failure.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import type { ApiRequest } from '../../../shared/http/request.ts';
import { okResponse } from '../../../shared/http/response.ts';
import { exchange } from '../../support/functions/endpoint-call.ts';
import { silent } from '../../support/functions/telemetry.ts';

type About = NonNullable<Parameters<typeof exchange>[1]>;
const input = z.object({ name: z.string(), count: z.optional(z.number()) });
const readBody = async ({ body }: ApiRequest) => okResponse(valueOrThrow(body(input)));

/** Returns the response that PUT /v1/webhooks would have if the endpoint did only what `run` does. */
const respond = (about: About = {}, run = readBody) => exchange(endpoint('put-webhook', silent, run), about);

describe("the order of an endpoint's checks", () => {
  const limited = { limited: 'true', remaining: '0', resetSeconds: '17' };
  const suspended = { partnerState: 'suspended' };
  const scopeless = { scopes: 'tenants,calls' };
  const noLine = async () => {
    throw new Failure('forbidden', 'no line');
  };

  it('an endpoint checks the rate limit first and the body last', async () => {
    const rejection = async (authorizer: About['authorizer'] = {}, run = readBody) => {
      const { status, body } = await respond({ authorizer, body: '{' }, run);
      return `${status} ${body['error']}`;
    };
    const everything = { ...limited, ...suspended, ...scopeless };
    expect(await rejection(everything)).toBe('429 Too many requests. Please try again later.');
    expect(await rejection({ ...suspended, ...scopeless })).toBe('403 Partner account is not active');
    expect(await rejection(scopeless, noLine)).toBe('403 Insufficient scope: webhooks required');
    expect(await rejection({}, noLine)).toBe('403 no line');
    expect(await rejection()).toBe('400 Request body is not valid JSON');
  });

  it('an endpoint returns Retry-After to a rate-limited client without an API key', async () => {
    const nobody = { partnerId: undefined, partnerName: undefined, partnerState: undefined, scopes: undefined };
    const { status, headers } = await respond({ authorizer: { ...nobody, ...limited } });
    expect(status).toBe(429);
    expect(headers).toMatchObject({ 'Retry-After': '17', RateLimit: '"default";r=0;t=17' });
  });

  it.each([
    ['named no partner', { partnerId: undefined }],
    ['did not count the request', { limited: undefined }],
    ['passed on an unknown state', { partnerState: 'asleep' }],
  ])('an endpoint returns 500 if the authorizer %s', async (_what, authorizer) => {
    const { status, body } = await respond({ authorizer, body: { name: 'x' } });
    expect([status, body]).toEqual([500, { error: 'Internal server error' }]);
  });
});

describe('headers and errors of all responses', () => {
  it('a response of an endpoint is JSON that must not be cached', async () => {
    const headers = {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      'X-Request-Id': 'request-1',
      'RateLimit-Policy': '"default";q=30;w=300',
      RateLimit: '"default";r=29;t=300',
    };
    expect((await respond({ body: { name: 'x' } })).headers).toEqual(headers);
    expect((await respond({ body: '{' })).headers).toEqual(headers);
  });

  it('the response to a fault does not contain the cause of the fault', async () => {
    const run = async () => {
      throw new Error('table pl-dev is on fire');
    };
    const { status, text } = await respond({}, run);
    expect([status, text]).toEqual([500, '{"error":"Internal server error"}']);
  });
});

describe('the line id in the path of a request', () => {
  const ID = 'tn_01M7YT8SSV0V8RRR6VXFMZKNWV';
  const named = async (tenantId?: string) => {
    const run = async (request: ApiRequest) => okResponse({ tenantId: request.tenantId });
    return (await respond({ ...(tenantId === undefined ? {} : { tenantId }) }, run)).body['tenantId'];
  };

  it.each([ID, ID.replace('_', '%5F'), ID.replace('tn', '%74%6e')])(
    'the line id in the path is decoded if it is percent-encoded: %s',
    async (id) => {
      expect(await named(id)).toBe(ID);
    },
  );

  it.each([ID.replace('_', '%255F'), ID.toLowerCase(), `${ID}%00`, `${ID}%0A`, '%FF', '%', '', undefined])(
    'a malformed line id in the path is replaced with an id that no line has: %j',
    async (id) => {
      expect(await named(id)).toBe('tn_00000000000000000000000000');
    },
  );
});

describe('the JSON body of a request', () => {
  const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  const named = (rest: string) => `{"name":"x"${rest}}`;

  it.each([
    ['missing', undefined],
    ['not quite JSON', "{'name':'x'}"],
    ['JSON with a trailing comma', '{"name":"x",}'],
    ['JSON after a byte order mark', '\uFEFF{"name":"x"}'],
    ['with the value NaN', '{"name":NaN}'],
    ['null', 'null'],
    ['a list', '[]'],
    ['a string', '"x"'],
    ['a number', '1'],
    ['without a required field', '{}'],
    ['with a field of the wrong type', '{"name":1}'],
    ['with a number in quotes', named(',"count":"1"')],
    ['with null where that is not allowed', named(',"count":null')],
    ['with a NUL character', '{"name":"a\\u0000b"}'],
    ['with half a surrogate pair', '{"name":"\\ud83d"}'],
    ['with half a surrogate pair in a field name', named(',"\\udc00":1')],
    ['nested 34 deep', named(`,"a":${nested(33)}`)],
    ['nested 5,000 deep', nested(5_000)],
    ['nested 200,000 deep', '['.repeat(200_000)],
    ['of 1 MiB', `{"name":"${'x'.repeat(1_048_576)}"}`],
    ['one byte over 256 KiB', `{"name":"${'x'.repeat(262_144 - 10)}"}`],
  ])('a request body is rejected: %s', async (_what, body) => {
    const { status, body: rejection } = await respond({ body });
    expect(status).toBe(400);
    expect(Object.keys(rejection)).toEqual(['error']);
  });

  it.each([
    ['nested 32 deep', named(`,"a":${nested(31)}`)],
    ['with unknown fields', named(',"colour":"red"')],
    ['with a field given twice, the last of which counts', '{"name":"y","name":"x"}'],
  ])('a request body is accepted: %s', async (_what, body) => {
    expect(await respond({ body })).toMatchObject({ status: 200, body: { name: 'x' } });
  });

  it('a request body can have 256 KiB', async () => {
    expect((await respond({ body: `{"name":"${'x'.repeat(262_144 - 11)}"}` })).status).toBe(200);
  });

  it.each(['application/json', 'Application/JSON; charset=UTF-8', 'application/json;charset="utf-8"'])(
    'a request body is accepted with the Content-Type %s',
    async (type) => {
      expect((await respond({ body: { name: 'x' }, headers: { 'content-type': type } })).status).toBe(200);
      expect((await respond({ body: { name: 'x' } })).status).toBe(200);
    },
  );

  it.each([
    { 'Content-Type': 'text/plain' },
    { 'Content-Type': 'application/x-www-form-urlencoded' },
    { 'Content-Type': 'application/json; charset=iso-8859-1' },
    { 'Content-Type': '' },
    { 'Content-Encoding': 'gzip' },
  ])('a request with the header %j is rejected', async (headers) => {
    expect((await respond({ body: { name: 'x' }, headers })).status).toBe(400);
  });

  it('an endpoint that takes no body ignores the body of a request', async () => {
    const whoami = endpoint('whoami', silent, async () => okResponse({}));
    expect((await exchange(whoami, { body: '{' })).status).toBe(200);
  });

  it.each([
    ['{"name":', 'Request body is not valid JSON'],
    ['__proto__', 'Request body is not valid JSON'],
    [named(',"__proto__":{}'), 'Request body must not have the key __proto__ or constructor.prototype'],
    [named(',"constructor":{"prototype":{}}'), 'Request body must not have the key __proto__ or constructor.prototype'],
    ['', 'A JSON object is required'],
    [
      '{"name":"a\uFFFDb"}',
      'Text must not contain NUL, lone surrogates or U+FFFD. Bytes that are not valid UTF-8 also arrive as U+FFFD',
    ],
  ])('a request body of %j is rejected with the reason %j', async (body, error) => {
    expect(await respond({ body })).toMatchObject({ status: 400, body: { error } });
  });
});
