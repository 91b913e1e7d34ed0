import { afterEach, describe, expect, it } from '@jest/globals';
import type { InvokeResult } from '../../../../local/aws/lambda/invoke.ts';
import { closeGateways, failed, lambda, ok, world } from './world.ts';

afterEach(closeGateways);

const methods = [lambda('GET', '/v1/tenants/{customerId}', true)];
const METHOD_ARN = 'arn:aws:execute-api:eu-west-1:000000000000:api/dev/GET/v1/tenants/tn_1';

const says = (Effect: string, context: object = {}, Resource: unknown = METHOD_ARN): InvokeResult =>
  ok({
    principalId: 'partner',
    policyDocument: { Version: '2012-10-17', Statement: [{ Action: 'execute-api:Invoke', Effect, Resource }] },
    context,
  });

async function ask(received: InvokeResult, gatewayResponses?: Parameters<typeof world>[0]['gatewayResponses']) {
  const { url, events } = await world({
    methods,
    authorizer: () => received,
    ...(gatewayResponses ? { gatewayResponses } : {}),
  });
  const response = await fetch(url('/v1/tenants/tn_1?a=1'), { headers: { Authorization: 'Bearer k' } });
  return { status: response.status, headers: response.headers, body: await response.text(), events };
}

describe('the authorizer of the local API Gateway', () => {
  it('the authorizer of the local API Gateway gets an event that describes the request and has no body', async () => {
    const { events } = await ask(says('Allow'));
    expect(events[0]).toEqual(
      expect.objectContaining({
        type: 'REQUEST',
        methodArn: METHOD_ARN,
        resource: '/v1/tenants/{customerId}',
        path: '/v1/tenants/tn_1',
        httpMethod: 'GET',
        pathParameters: { customerId: 'tn_1' },
        queryStringParameters: { a: '1' },
        headers: expect.objectContaining({ Authorization: 'Bearer k' }),
        requestContext: expect.objectContaining({ identity: expect.objectContaining({ sourceIp: '127.0.0.1' }) }),
      }),
    );
    expect(events[0]).not.toHaveProperty('body');
  });

  it("the local API Gateway turns numbers and booleans in the authorizer's context into strings for the endpoint", async () => {
    const { status, events } = await ask(says('Allow', { limited: false, remaining: 29, name: 'Ä' }));
    expect(status).toBe(200);
    expect(events[1]).toMatchObject({
      requestContext: { authorizer: { principalId: 'partner', limited: 'false', remaining: '29', name: 'Ä' } },
    });
  });

  it("a request that the authorizer denies gets a 401 with the authorizer's message", async () => {
    const { status, headers, body, events } = await ask(says('Deny', { message: 'Invalid API key' }));
    expect([status, body]).toEqual([401, '{"error":"Invalid API key"}']);
    expect(headers.get('www-authenticate')).toBe('Bearer');
    expect(headers.get('x-request-id')).toBe(headers.get('x-amzn-requestid'));
    expect(headers.get('content-type')).toBe('application/json');
    expect(events).toHaveLength(1);
  });

  it("a 401 is valid JSON even if the authorizer's message contains special characters", async () => {
    const { body } = await ask(says('Deny', { message: 'a"}\n\\ $context.requestId' }));
    expect(JSON.parse(body)).toEqual({ error: 'a"}\n\\ $context.requestId' });
  });

  it.each<[string, unknown]>([
    ['another method', METHOD_ARN.replace('/GET/', '/PUT/')],
    ['another line', `${METHOD_ARN}x`],
    ['no resource', []],
  ])("a request is denied if the authorizer's policy is for %s", async (_what, resource) => {
    expect((await ask(says('Allow', { message: 'no' }, resource))).status).toBe(401);
  });

  it.each<[string, unknown]>([
    ['everything', '*'],
    ['all of a stage', 'arn:aws:execute-api:eu-west-1:000000000000:api/dev/*'],
    ['several ARNs', ['arn:other', METHOD_ARN]],
    ['an ARN with ? for one character', METHOD_ARN.replace('tn_1', 'tn_?')],
  ])("a request is allowed if the authorizer's policy is for %s", async (_what, resource) => {
    expect((await ask(says('Allow', {}, resource))).status).toBe(200);
  });

  it("a request is denied if the authorizer's policy has one statement that allows and one that denies", async () => {
    const statement = (Effect: string) => ({ Action: ['execute-api:*'], Effect, Resource: '*' });
    const policyDocument = { Version: '2012-10-17', Statement: [statement('Allow'), statement('Deny')] };
    expect((await ask(ok({ principalId: 'p', policyDocument }))).status).toBe(401);
  });

  it.each<[string, InvokeResult]>([
    ['fails', failed('table did not respond')],
    ['returns nothing', ok(undefined)],
    ['returns text', ok('Allow')],
    [
      'names no principal',
      ok({ policyDocument: { Version: '1', Statement: [{ Action: '*', Effect: 'Allow', Resource: '*' }] } }),
    ],
    ['sends no policy', ok({ principalId: 'p' })],
    ['sends an empty policy', ok({ principalId: 'p', policyDocument: { Version: '1', Statement: [] } })],
    ['sends nested context', says('Allow', { scopes: ['tenants'] })],
    ['sends null in the context', says('Allow', { scopes: null })],
  ])('a request gets a 500 without an invocation of the endpoint if the authorizer %s', async (_what, response) => {
    const { status, body, events } = await ask(response);
    expect([status, body]).toEqual([500, '{"error":"Internal server error"}']);
    expect(events).toHaveLength(1);
  });

  it('the template sets the responses to a failed authorizer, a malformed result and `Unauthorized`', async () => {
    const gatewayResponses = {
      AUTHORIZER_FAILURE: { template: 'failed', parameters: {} },
      AUTHORIZER_CONFIGURATION_ERROR: { template: 'malformed', parameters: {} },
      UNAUTHORIZED: { template: 'unauthorized', parameters: {} },
    };
    expect((await ask(failed('x'), gatewayResponses)).body).toBe('failed');
    expect((await ask(ok({}), gatewayResponses)).body).toBe('malformed');
    expect(await ask(failed('Unauthorized'), gatewayResponses)).toMatchObject({ status: 401, body: 'unauthorized' });
  });
});
