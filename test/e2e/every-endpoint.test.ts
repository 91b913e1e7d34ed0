import { describe, expect, it } from '@jest/globals';
import { ROUTES } from '../../shared/contract/routes.ts';
import { api } from '../support/service/api.ts';
import { operator } from '../support/service/operator.ts';
import { newPartner, running } from '../support/service/world.ts';

const HEADER_TEXT = 'Missing or invalid Authorization header';
const path = (template: string) => template.replace('{customerId}', 'tn_00000000000000000000000001');
const bodyOf = (method: string) => (method === 'PUT' || method === 'POST' ? { body: {} } : {});

const [withoutScopes, suspended] = await Promise.all([newPartner({ scopes: 'tenants' }), newPartner()]);
await operator(running().dataDir, ['partner', 'suspend', '--partner', suspended.partnerId]);

describe('the endpoints of the API', () => {
  const call = api(running().baseUrl);

  describe.each(ROUTES)('the endpoint $method $path', ({ method, path: template, scope }) => {
    it(`an endpoint returns 401 with WWW-Authenticate: Bearer to a request without an API key [${method} ${template} 401] [status 401]`, async () => {
      const { status, headers, json } = await call(method, path(template), bodyOf(method));
      expect(status).toBe(401);
      expect(headers['www-authenticate']).toBe('Bearer');
      expect(json()).toEqual({ error: HEADER_TEXT });
    });

    it(`an endpoint returns 403 to a suspended partner [${method} ${template} 403] [status 403]`, async () => {
      const { status, json } = await suspended.call(method, path(template), bodyOf(method));
      expect(status).toBe(403);
      expect(json()).toEqual({ error: expect.stringMatching(/not active/) });
    });

    if (scope !== null && scope !== 'tenants') {
      it('an endpoint names the scope that the partner lacks', async () => {
        const { status, json } = await withoutScopes.call(method, path(template), bodyOf(method));
        expect(status).toBe(403);
        expect(json()).toEqual({ error: `Insufficient scope: ${scope} required` });
      });
    }

    it('the 401 and 403 of an endpoint are JSON that is not cached', async () => {
      for (const response of [await call(method, path(template)), await suspended.call(method, path(template))]) {
        expect(response.headers['x-request-id']).toEqual(expect.stringMatching(/.+/));
        expect(response.headers['cache-control']).toBe('no-store');
        expect(response.headers['content-type']).toMatch(/^application\/json/);
      }
    });
  });

  it("GET /v1/whoami returns the partner's identity, but not its whole API key [GET /v1/whoami 200]", async () => {
    const { status, text, json } = await withoutScopes.call('GET', '/v1/whoami');
    expect(status).toBe(200);
    expect(json()).toEqual({
      partnerId: withoutScopes.partnerId,
      name: 'Acme',
      scopes: ['tenants'],
      keyPrefix: expect.stringMatching(/^svc_partner_[0-9a-f]{8}$/),
    });
    expect(text).not.toContain(withoutScopes.apiKey);
  });

  it.each([
    ['GET', '/'],
    ['GET', '/v2/whoami'],
    ['GET', '/v1/nothing'],
    ['POST', '/v1/whoami'],
    ['PATCH', '/v1/tenants'],
    ['DELETE', '/v1/webhooks'],
  ])('the API returns 404 with an error text for the unknown endpoint %s %s', async (method, unknown) => {
    const { status, json } = await withoutScopes.call(method, unknown);
    expect(status).toBe(404);
    expect(json()).toEqual({ error: expect.any(String) });
  });
});
