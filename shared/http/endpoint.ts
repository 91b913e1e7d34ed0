import middy from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { type Action, routeOf } from '../contract/routes.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { parseJsonBody } from './json-body.ts';
import { checkRateAndCaller } from './order-of-rejections.ts';
import { type ApiEvent, type ApiRequest, toApiRequest } from './request.ts';
import type { ApiResponse } from './response.ts';
import { responseMiddleware, toProxyResult } from './response-middleware.ts';

/**
 * Makes the handler of an endpoint. First, `checkRateAndCaller` checks rate limit and caller. Then `run` makes its own
 * checks and the response. Anything that is thrown becomes an error response, so no endpoint needs a try/catch.
 */
export function endpoint(action: Action, telemetry: Telemetry, run: (request: ApiRequest) => Promise<ApiResponse>) {
  const route = routeOf(action);
  const chain = middy<ApiEvent, APIGatewayProxyResult>()
    .use(responseMiddleware(route, telemetry))
    .use(checkRateAndCaller(route.scope));
  if (route.method !== 'GET') chain.use(parseJsonBody());
  return chain.handler(async (event) => toProxyResult(await run(toApiRequest(event))));
}
