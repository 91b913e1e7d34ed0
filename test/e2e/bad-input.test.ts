import { describe, expect, it } from '@jest/globals';
import { newPartner, running } from '../support/service/world.ts';

const partner = await newPartner();
const withName = (name: string) => `{"name":"${name}","region":"kr","externalId":"bad-input"}`;

describe('a request with invalid input', () => {
  it.each([
    ['400 for a body of 11 MiB before 404', '/v1/nope', withName('x'.repeat(11 * 1_048_576)), 'application/json', 400],
    ['400 for the content type text/plain before 404', '/v1/nope', '{}', 'text/plain', 400],
    ['404 before 401', '/v1/nope', '{}', 'application/json', 404],
    ['401 before 400 for the content type text/plain', '/v1/tenants', '{}', 'text/plain', 401],
  ])(
    'the check of a request returns %s, in the order that the guide for partners documents',
    async (_what, path, body, type, status) => {
      const headers = { 'Content-Type': type };
      const response = await fetch(`${running().baseUrl}${path}`, { method: 'POST', body, headers });
      expect(response.status).toBe(status);
    },
  );

  it.each(['%00', '%ZZ', '%FF%FE', '%E0%A4%A', `${'%41'.repeat(1_700)}`, '..%2f..%2f', '%252e'])(
    'the check of a request rejects GET and PUT requests with a 4xx if the line id in the path is %s',
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
