import type { APIGatewayProxyResult, Context } from 'aws-lambda';
import { endpointEvent, requestContext } from '../../../local/aws/api-gateway/events.ts';
import type { ApiEvent } from '../../../shared/http/request.ts';

interface CallAbout {
  readonly partnerId?: string;
  readonly tenantId?: string;
  /** The body. An object is sent as JSON, and text unchanged. */
  readonly body?: unknown;
  /** The query parameters. A list stands for a parameter that is given several times. */
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  /** The headers. A list stands for a header that is given several times. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Changes to the authorizer's context, which by default is that of an active partner within the rate limit. */
  readonly authorizer?: Readonly<Record<string, string | undefined>>;
}

type Handler = (event: ApiEvent, context: Context) => Promise<APIGatewayProxyResult>;

/** Calls an endpoint's handler as API Gateway does for a partner with every scope. */
export async function callEndpoint(handler: Handler, about: CallAbout = {}) {
  const { status, text } = await exchange(handler, about);
  return { status, body: JSON.parse(text) as Record<string, unknown> };
}

/**
 * Calls an endpoint's handler like `callEndpoint`, and also returns the response headers and the exact text of the
 * body.
 */
export async function exchange(handler: Handler, about: CallAbout = {}) {
  const { statusCode, body, headers = {} } = await handler(apiEvent(about), aContext);
  return { status: statusCode, text: body, headers, body: JSON.parse(body) as Record<string, unknown> };
}

const lists = (values: Readonly<Record<string, string | readonly string[]>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [value].flat()]));

/** Returns the event that API Gateway passes to an endpoint's function. */
export function apiEvent(about: CallAbout): ApiEvent {
  const { partnerId = 'pt_1', tenantId, body, query = {}, headers = {}, authorizer: said = {} } = about;
  const incoming = {
    ...{ requestId: 'request-1', receivedAtMs: 0, httpMethod: 'GET', path: '/', query: lists(query) },
    headers: lists({ Host: 'api.partner-lines.com', Authorization: `Bearer key-of-${partnerId}`, ...headers }),
    ...{ sourceIp: '127.0.0.1', protocol: 'HTTP/1.1' },
  };
  const authorizer = {
    partnerId,
    partnerName: 'Acme',
    partnerState: 'active',
    scopes: 'tenants,config,calls,webhooks',
    keyPrefix: 'svc_partner_00000000',
    limited: 'false',
    remaining: '29',
    resetSeconds: '300',
    principalId: partnerId,
    integrationLatency: 0,
    ...said,
  };
  const match = { method: { path: '/' }, pathParameters: tenantId === undefined ? {} : { customerId: tenantId } };
  const context = requestContext({ id: 'api', stageName: 'test' }, incoming, '/');
  return {
    ...endpointEvent(incoming, match, context, ''),
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    requestContext: { ...context, authorizer },
  };
}

/** The context of an invocation with ten seconds left. */
export const aContext: Context = {
  callbackWaitsForEmptyEventLoop: true,
  functionName: 'test',
  functionVersion: '1',
  invokedFunctionArn: 'arn',
  memoryLimitInMB: '512',
  awsRequestId: 'request-1',
  logGroupName: 'group',
  logStreamName: 'stream',
  getRemainingTimeInMillis: () => 10_000,
  done: () => undefined,
  fail: () => undefined,
  succeed: () => undefined,
};
