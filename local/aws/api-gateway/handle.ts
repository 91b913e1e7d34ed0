import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { GATEWAY_BODY_MIB } from '../../../shared/contract/body-limit.ts';
import type { ApiMethod, ApiModel } from '../cloudformation/stack-model.ts';
import { BodyTooLarge, readText } from '../http/request-body.ts';
import type { Invoke } from '../lambda/invoke.ts';
import { authorize } from './authorize.ts';
import { authorizerEvent, type Context, endpointEvent, requestContext } from './events.ts';
import { GatewayFailure } from './gateway-failure.ts';
import { gatewayResponder } from './gateway-responses.ts';
import { callFunction, compileMock } from './integrate.ts';
import { compileRoutes, type Match } from './router.ts';
import { firstHeader, type Incoming } from './wire/incoming.ts';
import type { WireResponse } from './wire/send.ts';

/** `cut` closes the connection without a response. */
type Handled = WireResponse | 'cut';

/**
 * Wraps the handling of a request whose route is known. `handle` runs the authorizer and the endpoint. The wrapper can
 * pass a changed request to `handle`. `fail` returns the gateway's own response with the given status.
 */
export type Around = (
  incoming: Incoming,
  match: Match,
  next: { handle(incoming: Incoming): Promise<WireResponse>; fail(status: number): WireResponse },
) => Promise<Handled>;

const plainly: Around = (incoming, _match, { handle }) => handle(incoming);

type Integration = (incoming: Incoming, match: Match, context: Context, body: string) => Promise<WireResponse>;

/** Handles a request in this order: size, resource and method, authorizer, integration. */
export function requestHandler(api: ApiModel, invoke: Invoke, onFault: (error: unknown) => void, around = plainly) {
  const route = compileRoutes(api.methods);
  const respond = gatewayResponder(api.gatewayResponses);
  const integrations = new Map(api.methods.map((method) => [method, compileIntegration(method, invoke)]));

  async function respondWith(request: IncomingMessage, incoming: Incoming): Promise<Handled> {
    if (request.headers.host === undefined && request.httpVersion !== '1.0') throw new GatewayFailure('DEFAULT_4XX');
    const body = await readBody(request);
    const match = route(incoming.httpMethod, incoming.path);
    const integration = match && integrations.get(match.method);
    if (!integration) throw new GatewayFailure(unroutedType(incoming));
    const handle = async (admitted: Incoming) => integration(admitted, match, await admit(admitted, match), body);
    const fail = (status: number) => ({ ...failureOf(new GatewayFailure('DEFAULT_5XX'), incoming), status });
    return around(incoming, match, { handle, fail });
  }

  async function admit(incoming: Incoming, match: Match): Promise<Context> {
    const { path, authorizerFunctionLogicalId } = match.method;
    const context = requestContext(api, incoming, path);
    if (authorizerFunctionLogicalId === undefined) return context;
    const event = authorizerEvent(incoming, match, context);
    return { ...context, authorizer: await authorize(invoke, authorizerFunctionLogicalId, event) };
  }

  const failureOf = (failure: GatewayFailure, incoming: Incoming) =>
    respond(failure, { ...requestContext(api, incoming, '') });

  return {
    respond: (request: IncomingMessage, incoming: Incoming): Promise<Handled> =>
      respondWith(request, incoming).catch((error: unknown) => {
        if (!(error instanceof GatewayFailure)) onFault(error);
        const failure = error instanceof GatewayFailure ? error : new GatewayFailure('DEFAULT_5XX');
        return failureOf(failure, incoming);
      }),
    /** Returns the response to a request that is not valid HTTP, or did not arrive in time. */
    rejectMalformed: (status: number) =>
      respond(new GatewayFailure('DEFAULT_4XX', { status }), { requestId: randomUUID() }),
  };
}

const LIMIT_BYTES = GATEWAY_BODY_MIB * 1024 * 1024;

/** Throws a GatewayFailure if the body is too large or the connection breaks before the end of the body. */
async function readBody(request: IncomingMessage): Promise<string> {
  try {
    return await readText(request, LIMIT_BYTES);
  } catch (error) {
    throw new GatewayFailure(error instanceof BodyTooLarge ? 'REQUEST_TOO_LARGE' : 'DEFAULT_4XX');
  }
}

/**
 * If no method matches, API Gateway treats an Authorization header as an AWS signature, and rejects it as invalid.
 */
const unroutedType = (incoming: Incoming) =>
  firstHeader(incoming, 'authorization') === undefined ? 'MISSING_AUTHENTICATION_TOKEN' : 'INVALID_SIGNATURE';

function compileIntegration({ integration }: ApiMethod, invoke: Invoke): Integration {
  if (integration.kind === 'lambda') {
    return (incoming, match, context, body) =>
      callFunction(invoke, integration, endpointEvent(incoming, match, context, body));
  }
  const mock = compileMock(integration);
  return async (incoming, _match, context) => mock(firstHeader(incoming, 'content-type'), { ...context });
}
