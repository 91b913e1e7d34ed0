import middy from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { type Action, ROUTES } from '../contract/routes.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { ApiEvent } from './api-event.ts';
import { jsonBody } from './json-body.ts';
import { orderedRejections } from './order-of-rejections.ts';
import { type ApiRequest, apiRequest } from './request.ts';
import { responding, toResult } from './responding.ts';
import type { ApiResponse } from './response.ts';

/**
 * Makes the handler of an endpoint. First, `orderedRejections` rejects callers; then `run` makes the failures about the
 * line, the body and the state. Anything that is thrown becomes an error response, so no endpoint needs a try/catch.
 */
export function endpoint(action: Action, telemetry: Telemetry, run: (request: ApiRequest) => Promise<ApiResponse>) {
  const route = ROUTES.find((candidate) => candidate.action === action);
  if (!route) throw new Error(`No route for ${action}`);
  const chain = middy<ApiEvent, APIGatewayProxyResult>()
    .use(responding(route, telemetry))
    .use(orderedRejections(route.scope));
  if (route.method !== 'GET') chain.use(jsonBody());
  return chain.handler(async (event) => toResult(await run(apiRequest(event))));
}
