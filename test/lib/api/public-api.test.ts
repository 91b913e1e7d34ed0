import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { ROUTES } from '../../../shared/contract/routes.ts';
import { apiDocument, checkedInDocument } from '../../partner-docs/openapi/api-document.ts';
import { synthesized } from '../synthesized.ts';
import { functionOf, only, parsedProperties, propertiesOf, resources, resourcesOf } from '../template-reader.ts';

const { service } = synthesized('dev');

const ref = z.object({ Ref: z.string() });
const id = z.union([ref, z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) })]);
const pathParts = resources(service, 'AWS::ApiGateway::Resource', z.object({ ParentId: id, PathPart: z.string() }));
const methods = parsedProperties(service, 'AWS::ApiGateway::Method', {
  HttpMethod: z.string(),
  ResourceId: id,
  AuthorizationType: z.string(),
  AuthorizerId: z.unknown().optional(),
  Integration: z.object({ Type: z.string(), Uri: z.unknown().optional() }),
}).map((method) => ({ ...method, path: pathOf(method.ResourceId) }));

const gatewayResponses = parsedProperties(service, 'AWS::ApiGateway::GatewayResponse', {
  ResponseType: z.string(),
  StatusCode: z.string(),
  ResponseParameters: z.record(z.string(), z.string()),
  ResponseTemplates: z.object({ 'application/json': z.string() }),
});

function pathOf(resource: z.infer<typeof id>): string {
  if (!('Ref' in resource)) return '/';
  const part = pathParts[resource.Ref];
  return part ? `${pathOf(part.ParentId).replace(/\/$/, '')}/${part.PathPart}` : '/';
}

const checkedInPaths = () => apiDocument(checkedInDocument()).paths;

describe('the public API', () => {
  it('the authorizer protects exactly the routes of the contract', () => {
    const proxied = methods.filter(({ Integration }) => Integration.Type === 'AWS_PROXY');
    const routes = proxied.map(({ HttpMethod, path }) => `${HttpMethod} ${path}`).sort();
    expect(routes).toEqual(ROUTES.map(({ method, path }) => `${method} ${path}`).sort());
    for (const { AuthorizationType, AuthorizerId } of proxied) {
      expect(AuthorizationType).toBe('CUSTOM');
      expect(AuthorizerId).toBeDefined();
    }
  });

  it('the public API returns 404, without invoking a function, for each method and path outside the contract', () => {
    const catchAlls = methods.filter(({ HttpMethod }) => HttpMethod === 'ANY');
    const paths = ['/', '/v1', '/{proxy+}', ...ROUTES.map(({ path }) => path)];
    expect(new Set(catchAlls.map(({ path }) => path))).toEqual(new Set([...paths]));
    for (const method of propertiesOf(service, 'AWS::ApiGateway::Method')) {
      if (method['HttpMethod'] !== 'ANY') continue;
      expect(method).toMatchObject({
        AuthorizationType: 'NONE',
        Integration: {
          Type: 'MOCK',
          IntegrationResponses: [
            { StatusCode: '404', ResponseTemplates: { 'application/json': '{"error":"Not found"}' } },
          ],
        },
      });
    }
  });

  it('the public API caches no result of the authorizer', () => {
    expect(only(service, 'AWS::ApiGateway::Authorizer').Properties).toMatchObject({
      Type: 'REQUEST',
      AuthorizerResultTtlInSeconds: 0,
      IdentitySource: '',
    });
  });

  it('the public API invokes the live alias of each endpoint and of the authorizer', () => {
    const uris = [
      ...parsedProperties(service, 'AWS::ApiGateway::Authorizer', { AuthorizerUri: z.unknown() }),
      ...methods
        .filter(({ Integration }) => Integration.Type === 'AWS_PROXY')
        .map(({ Integration }) => Integration.Uri),
    ].map((uri) => JSON.stringify(uri));
    expect(uris).toHaveLength(ROUTES.length + 1);
    const aliases = Object.keys(resourcesOf(service, 'AWS::Lambda::Alias'));
    for (const uri of uris) expect(aliases.filter((alias) => uri.includes(`{"Ref":"${alias}"}`))).toHaveLength(1);
  });

  it('each route of the public API can invoke only its own function', () => {
    const aliases = resources(service, 'AWS::Lambda::Alias', z.object({ FunctionName: ref }));
    const permission = { FunctionName: ref, SourceArn: z.unknown() };
    const permissions = parsedProperties(service, 'AWS::Lambda::Permission', permission);
    expect(permissions).toHaveLength(ROUTES.length + 2);
    for (const { SourceArn } of permissions) expect(SourceArn).toBeDefined();
    for (const { action, method, path } of ROUTES) {
      const { id } = functionOf(service, action);
      const granted = permissions.filter(({ FunctionName }) => aliases[FunctionName.Ref]?.FunctionName.Ref === id);
      const route = `/${method}${path.replace('{customerId}', '*')}`;
      expect(granted.map(({ SourceArn }) => SourceArn)).toEqual([
        { 'Fn::Join': ['', expect.arrayContaining([route])] },
      ]);
    }
  });
});

describe('a response that API Gateway makes without a function', () => {
  const statusOf = (type: string) => gatewayResponses.find(({ ResponseType }) => ResponseType === type)?.StatusCode;
  const bodyOf = ({ ResponseTemplates }: (typeof gatewayResponses)[number]): unknown =>
    JSON.parse(ResponseTemplates['application/json']);

  it.each(gatewayResponses)(
    "a response of type $ResponseType that API Gateway itself makes has the contract's format",
    (response) => {
      expect(z.strictObject({ error: z.string().min(1) }).safeParse(bodyOf(response)).success).toBe(true);
      expect(JSON.stringify(response)).not.toContain('context.error');
      expect(response.ResponseParameters).toMatchObject({
        'gatewayresponse.header.X-Request-Id': 'context.requestId',
        'gatewayresponse.header.Cache-Control': "'no-store'",
      });
    },
  );

  it('openapi.json lists every status that API Gateway itself returns, except 404', () => {
    const statuses = new Set(gatewayResponses.map(({ StatusCode }) => StatusCode));
    statuses.delete('404');
    const operations = Object.values(checkedInPaths()).flatMap((methods) => Object.values(methods));
    expect(operations).toHaveLength(ROUTES.length);
    for (const { operationId, responses } of operations) {
      expect([operationId, [...statuses].filter((status) => !(status in responses))]).toEqual([operationId, []]);
    }
  });

  it.each(['ACCESS_DENIED', 'UNAUTHORIZED'])(
    "API Gateway's own response of type %s is a 401 with WWW-Authenticate: Bearer",
    (type) => {
      expect(gatewayResponses.find(({ ResponseType }) => ResponseType === type)).toMatchObject({
        StatusCode: '401',
        ResponseParameters: { 'gatewayresponse.header.WWW-Authenticate': "'Bearer'" },
      });
    },
  );

  it("API Gateway's own response to a denied request contains the error text of the authorizer", () => {
    const denied = gatewayResponses.find(({ ResponseType }) => ResponseType === 'ACCESS_DENIED');
    expect(denied && bodyOf(denied)).toEqual({ error: '$context.authorizer.message' });
  });

  it.each(['THROTTLED', 'QUOTA_EXCEEDED'])(
    "API Gateway's own response of type %s is a 429 with the contract's text and Retry-After",
    (type) => {
      const limited = gatewayResponses.find(({ ResponseType }) => ResponseType === type);
      expect(limited?.StatusCode).toBe('429');
      expect(limited && bodyOf(limited)).toEqual({ error: 'Too many requests. Please try again later.' });
      expect(limited?.ResponseParameters['gatewayresponse.header.Retry-After']).toMatch(/^'\d+'$/);
    },
  );

  it.each([
    ['REQUEST_TOO_LARGE', '400'],
    ['UNSUPPORTED_MEDIA_TYPE', '400'],
    ['DEFAULT_4XX', '400'],
    ['MISSING_AUTHENTICATION_TOKEN', '404'],
    ['RESOURCE_NOT_FOUND', '404'],
    ['AUTHORIZER_FAILURE', '500'],
    ['DEFAULT_5XX', '500'],
    ['INTEGRATION_TIMEOUT', '504'],
  ])("API Gateway's own response of type %s has the status %s, as in the contract", (type, status) => {
    expect(statusOf(type)).toBe(status);
  });
});
