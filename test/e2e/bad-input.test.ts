import { beforeAll, describe, expect, it } from '@jest/globals';
import { aLine, type Line, newPartner, type PartnerWorld } from '../support/service/world.ts';

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const line = JSON.stringify(aLine());
const withName = (name: string) => `{"name":"${name}","region":"kr","externalId":"bad-input"}`;

describe('the check of a request', () => {
  let partner: PartnerWorld;
  beforeAll(async () => {
    partner = await newPartner();
  });

  it.each<[string, string | Uint8Array, Record<string, string>]>([
    ['a body that is not JSON', 'hello', {}],
    ['truncated JSON', line.slice(0, -1), {}],
    ['a trailing comma', '{"name":"x",}', {}],
    ['a byte order mark', `\uFEFF${line}`, {}],
    ['an empty body', '', {}],
    ['a body of null', 'null', {}],
    ['a body that is a list', '[]', {}],
    ['a body that is a string', '"x"', {}],
    ['a body that is a number', '1', {}],
    ['a lone surrogate', withName('\\ud800'), {}],
    ['a NUL character', withName('a\\u0000b'), {}],
    ['bytes that are not UTF-8', Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff]), Buffer.from('"}')]), {}],
    ['a __proto__ key', '{"__proto__":{"name":"x"},"name":"x","region":"kr","externalId":"p"}', {}],
    ['5,000 levels of nesting', `{"name":${nested(5_000)},"region":"kr","externalId":"deep"}`, {}],
    [
      '33 levels of nesting in an unknown field',
      `{"name":"x","region":"kr","externalId":"d","extra":${nested(33)}}`,
      {},
    ],
    ['a body of one mebibyte', withName('x'.repeat(1_048_576)), {}],
    ['a body of just over 256 KiB', withName('x'.repeat(262_144)), {}],
    ['the content type text/plain', line, { 'Content-Type': 'text/plain' }],
    ['a form', 'name=x', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['the character set utf-16', line, { 'Content-Type': 'application/json; charset=utf-16' }],
    ['the header Content-Encoding: gzip', line, { 'Content-Encoding': 'gzip' }],
  ])('rejects %s with a 4xx that contains only an error text', async (_what, body, headers) => {
    const response = await partner.call('POST', '/v1/tenants', { body, headers });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(response.json()).toEqual({ error: expect.stringMatching(/.+/) });
  });

  it('stores nothing of a rejected body', async () => {
    expect((await partner.call('GET', '/v1/tenants')).json<{ tenants: Line[] }>().tenants).toEqual([]);
  });

  it.each([
    ['no content type', {}],
    ['a character set of utf-8', { 'Content-Type': 'application/json; charset=utf-8' }],
    ['capitals in the content type', { 'Content-Type': 'Application/JSON' }],
  ])('accepts a valid body with %s', async (_what, headers) => {
    const own = await newPartner();
    expect((await own.call('POST', '/v1/tenants', { body: JSON.stringify(aLine()), headers })).status).toBe(201);
  });

  it.each(['%00', '%ZZ', '%FF%FE', '%E0%A4%A', `${'%41'.repeat(1_700)}`, '..%2f..%2f', '%252e'])(
    'rejects GET and PUT requests with a 4xx when the line id in the path is %s',
    async (id) => {
      const responses = await Promise.all([
        partner.call('GET', `/v1/tenants/${id}`),
        partner.call('PUT', `/v1/tenants/${id}/agent`, { body: '{' }),
        partner.call('GET', `/v1/tenants/${id}/calls?limit=x`),
      ]);
      for (const response of responses) {
        expect(response.status).toBeGreaterThanOrEqual(400);
        expect(response.status).toBeLessThan(500);
        expect(response.json()).toEqual({ error: expect.any(String) });
      }
    },
  );
});
