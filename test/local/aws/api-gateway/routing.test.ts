import { describe, expect, it } from '@jest/globals';
import { compileRoutes } from '../../../../local/aws/api-gateway/router.ts';
import { lambda } from './world.ts';

const route = compileRoutes([
  lambda('GET', '/'),
  lambda('GET', '/v1/tenants'),
  lambda('POST', '/v1/tenants'),
  lambda('GET', '/v1/tenants/{customerId}'),
  lambda('DELETE', '/v1/tenants/{customerId}'),
  lambda('GET', '/v1/tenants/{customerId}/agent'),
  lambda('GET', '/v1/tenants/special'),
  lambda('ANY', '/v1/any'),
  lambda('PUT', '/v1/any'),
  lambda('ANY', '/files/{path+}'),
  lambda('ANY', '/{proxy+}'),
]);
const bare = compileRoutes([lambda('GET', '/v1/tenants/{customerId}')]);

describe('the choice of a route for a request', () => {
  it.each<[string, string, string, Record<string, string>]>([
    ['GET', '/', '/', {}],
    ['GET', '/v1/tenants', '/v1/tenants', {}],
    ['GET', '/v1/tenants/', '/v1/tenants', {}],
    ['GET', '/v1/tenants/tn_1', '/v1/tenants/{customerId}', { customerId: 'tn_1' }],
    ['GET', '/v1/tenants/special', '/v1/tenants/special', {}],
    ['GET', '/v1/tenants/special/agent', '/v1/tenants/{customerId}/agent', { customerId: 'special' }],
    ['GET', '/v1/tenants/tn_1/agent', '/v1/tenants/{customerId}/agent', { customerId: 'tn_1' }],
    ['GET', '/v1/tenants/a%2Fb', '/v1/tenants/{customerId}', { customerId: 'a%2Fb' }],
    ['GET', '/v1/tenants/%ZZ', '/v1/tenants/{customerId}', { customerId: '%ZZ' }],
    ['GET', '/v1/tenants/__proto__', '/v1/tenants/{customerId}', { customerId: '__proto__' }],
    ['GET', '/v1/tenants/tn_1/unknown', '/{proxy+}', { proxy: 'v1/tenants/tn_1/unknown' }],
    ['GET', '/v1/tenants//agent', '/{proxy+}', { proxy: 'v1/tenants//agent' }],
    ['GET', '/V1/tenants', '/{proxy+}', { proxy: 'V1/tenants' }],
    ['GET', '/files/a/b/', '/files/{path+}', { path: 'a/b' }],
    ['OPTIONS', '/unknown', '/{proxy+}', { proxy: 'unknown' }],
    ['PATCH', '/v1/any', '/v1/any', {}],
  ])('the request %s %s goes to the resource %s', (method, path, resource, parameters) => {
    const match = route(method, path);
    expect(match?.method.path).toBe(resource);
    expect(match?.pathParameters).toEqual(parameters);
  });

  it('a route for the exact method takes precedence over a route for ANY', () => {
    expect(route('PUT', '/v1/any')?.method.method).toBe('PUT');
  });

  it('a request does not fall back to a less specific resource if the most specific resource lacks the method', () => {
    expect(route('PUT', '/v1/tenants')).toBeUndefined();
  });

  it.each(['', '*', '//', '/v1', '/v1/tenants/a/b', 'v1/tenants/a', `/${'/'.repeat(10_000)}`])(
    'a request with the path %j finds no resource',
    (path) => {
      expect(bare('GET', path)).toBeUndefined();
    },
  );
});
