import middy, { type MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { type Action, ROUTES, type Scope } from '../contract/routes.ts';
import { insufficientScope, PARTNER_NOT_ACTIVE, RATE_LIMITED } from '../contract/sentences.ts';
import { Failure } from '../domain/requests/failure.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { ApiEvent } from './api-event.ts';
import { callerFrom } from './authorizer-context.ts';
import { jsonBody } from './json-body.ts';
import { type ApiRequest, apiRequest } from './request.ts';
import { responding, toResult } from './responding.ts';
import type { ApiResponse } from './response.ts';

type Step = MiddlewareObj<ApiEvent, APIGatewayProxyResult>;

/**
 * Makes the handler of an endpoint. The order of failures is the same for all endpoints: rate limit, partner not
 * active, missing scope, and then those of `run` (the line, the body, the state). Anything that is thrown becomes an
 * error response, so no endpoint needs a try/catch.
 */
export function endpoint(action: Action, telemetry: Telemetry, run: (request: ApiRequest) => Promise<ApiResponse>) {
  const route = ROUTES.find((candidate) => candidate.action === action);
  if (!route) throw new Error(`No route for ${action}`);
  const chain = middy<ApiEvent, APIGatewayProxyResult>().use(responding(route, telemetry)).use(admission(route.scope));
  if (route.method !== 'GET') chain.use(jsonBody());
  return chain.handler(async (event) => toResult(await run(apiRequest(event))));
}

const admission = (scope: Scope | null): Step => ({
  before: ({ event }) => {
    const { rate } = event;
    if (!rate) throw new Error('The authorizer has not counted this request');
    if (rate.limited) throw new Failure('rateLimited', RATE_LIMITED);
    const caller = callerFrom(event.requestContext.authorizer);
    event.caller = caller;
    if (caller.partnerState !== 'active') throw new Failure('forbidden', PARTNER_NOT_ACTIVE);
    if (scope !== null && !caller.scopes.includes(scope)) {
      throw new Failure('forbidden', insufficientScope(scope));
    }
  },
});
