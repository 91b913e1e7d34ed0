import { describe, expect, it } from '@jest/globals';
import * as z from 'zod/mini';
import { accepted, Failure } from '../../shared/domain/requests/failure.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import type { ApiRequest } from '../../shared/http/request.ts';
import { ok } from '../../shared/http/response.ts';
import { exchange } from '../support/functions/endpoint-call.ts';
import { silent } from '../support/functions/telemetry.ts';

type About = NonNullable<Parameters<typeof exchange>[1]>;
const input = z.object({ name: z.string(), count: z.optional(z.number()) });
const readBody = async ({ body }: ApiRequest) => ok(accepted(body(input)));

/** What PUT /v1/webhooks would answer if it did only this. */
const respond = (about: About = {}, run = readBody) => exchange(endpoint('put-webhook', silent, run), about);

describe('the order of refusals', () => {
  const limited = { limited: 'true', remaining: '0', resetSeconds: '17' };
  const suspended = { partnerState: 'suspended' };
  const scopeless = { scopes: 'tenants,calls' };
  const noLine = async () => {
    throw new Failure('forbidden', 'no line');
  };

  it('is: too many requests, partner, scope, the endpoint itself, body', async () => {
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

  it('tells a limited caller how long to wait, even one who showed no key', async () => {
    const nobody = { partnerId: undefined, partnerName: undefined, partnerState: undefined, scopes: undefined };
    const { status, headers } = await respond({ authorizer: { ...nobody, ...limited } });
    expect(status).toBe(429);
    expect(headers).toMatchObject({ 'Retry-After': '17', RateLimit: '"default";r=0;t=17' });
  });

  it.each([
    ['named nobody', { partnerId: undefined }],
    ['did not count', { limited: undefined }],
    ['said something else than it can', { partnerState: 'asleep' }],
  ])('is of no use to a caller of whom the authorizer %s', async (_what, authorizer) => {
    const { status, body } = await respond({ authorizer, body: { name: 'x' } });
    expect([status, body]).toEqual([500, { error: 'Internal server error' }]);
  });
});

describe('every answer', () => {
  it('is JSON that nobody caches, with the request id and the state of the limit', async () => {
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

  it('to a fault of ours says nothing of its cause', async () => {
    const run = async () => {
      throw new Error('table pl-dev is on fire');
    };
    const { status, text } = await respond({}, run);
    expect([status, text]).toEqual([500, '{"error":"Internal server error"}']);
  });
});

describe('the line in the path', () => {
  const ID = 'tn_01M7YT8SSV0V8RRR6VXFMZKNWV';
  const named = async (tenantId?: string) => {
    const run = async (request: ApiRequest) => ok({ tenantId: request.tenantId });
    return (await respond({ ...(tenantId === undefined ? {} : { tenantId }) }, run)).body['tenantId'];
  };

  it.each([ID, ID.replace('_', '%5F'), ID.replace('tn', '%74%6e')])(
    'is the same however it is encoded: %s',
    async (id) => {
      expect(await named(id)).toBe(ID);
    },
  );

  it.each([ID.replace('_', '%255F'), ID.toLowerCase(), `${ID}%00`, `${ID}%0A`, '%FF', '%', '', undefined])(
    'is one that nobody has when it is %j',
    async (id) => {
      expect(await named(id)).toBe('tn_00000000000000000000000000');
    },
  );
});

describe('a body', () => {
  const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  const named = (rest: string) => `{"name":"x"${rest}}`;

  it.each([
    ['missing', undefined],
    ['empty', ''],
    ['cut off', '{"name":'],
    ['not quite JSON', "{'name':'x'}"],
    ['ended by a comma', '{"name":"x",}'],
    ['begun by a byte order mark', '\uFEFF{"name":"x"}'],
    ['NaN', '{"name":NaN}'],
    ['null', 'null'],
    ['a list', '[]'],
    ['text', '"x"'],
    ['a number', '1'],
    ['without a required field', '{}'],
    ['of a wrong type', '{"name":1}'],
    ['of a number in quotes', named(',"count":"1"')],
    ['null where that is not allowed', named(',"count":null')],
    ['carrying NUL', '{"name":"a\\u0000b"}'],
    ['carrying half a character', '{"name":"\\ud83d"}'],
    ['carrying half a character in a name', named(',"\\udc00":1')],
    ['carrying what was not UTF-8', '{"name":"a\uFFFDb"}'],
    ['reaching for a prototype', named(',"__proto__":{"admin":true}')],
    ['reaching for a constructor', named(',"constructor":{"prototype":{}}')],
    ['nested 34 deep', named(`,"a":${nested(33)}`)],
    ['nested 5,000 deep', nested(5_000)],
    ['nested beyond any stack', '['.repeat(200_000)],
    ['of 1 MiB', `{"name":"${'x'.repeat(1_048_576)}"}`],
    ['one byte over the limit', `{"name":"${'x'.repeat(262_144 - 10)}"}`],
  ])('is refused when it is %s', async (_what, body) => {
    const { status, body: rejection } = await respond({ body });
    expect(status).toBe(400);
    expect(Object.keys(rejection)).toEqual(['error']);
  });

  it.each([
    ['nested 32 deep', named(`,"a":${nested(31)}`)],
    ['with fields nobody asked for', named(',"colour":"red"')],
    ['with a field given twice, of which the last counts', '{"name":"y","name":"x"}'],
  ])('is taken when it is %s', async (_what, body) => {
    expect(await respond({ body })).toMatchObject({ status: 200, body: { name: 'x' } });
  });

  it('is taken up to 256 KiB', async () => {
    expect((await respond({ body: `{"name":"${'x'.repeat(262_144 - 11)}"}` })).status).toBe(200);
  });

  it.each(['application/json', 'Application/JSON; charset=UTF-8', 'application/json;charset="utf-8"'])(
    'may be called %s, or nothing',
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
  ])('is refused with %j', async (headers) => {
    expect((await respond({ body: { name: 'x' }, headers })).status).toBe(400);
  });

  it('is not looked at where there is none to be', async () => {
    const whoami = endpoint('whoami', silent, async () => ok({}));
    expect((await exchange(whoami, { body: '{' })).status).toBe(200);
  });

  it.each([
    ['{"name":', 'Request body is not valid JSON'],
    ['__proto__', 'Request body is not valid JSON'],
    [named(',"__proto__":{}'), 'Request body must not have the key __proto__ or constructor.prototype'],
    [named(',"constructor":{"prototype":{}}'), 'Request body must not have the key __proto__ or constructor.prototype'],
    ['', 'A JSON object is required'],
  ])('is refused in words that are true: %s', async (body, error) => {
    expect((await respond({ body })).body).toEqual({ error });
  });

  it('is refused with the names of all wrong fields', async () => {
    const { body } = await respond({ body: { count: 'many' } });
    expect(body['error']).toMatch(/name: .*; count: /);
  });
});
