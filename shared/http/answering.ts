import type { Logger } from '@aws-lambda-powertools/logger';
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { RATE_LIMIT } from '../contract/limits.ts';
import { Failure } from '../domain/failure.ts';
import type { RateVerdict } from '../domain/rate-window.ts';
import { faultOf } from '../logger.ts';
import type { ApiEvent } from './api-event.ts';
import { rateVerdictIn } from './authorizer-context.ts';
import { failureReply } from './failure-reply.ts';
import type { Reply } from './reply.ts';

/** Turns what was answered or thrown into the response, adds what every response carries, and logs one line about it. */
export function answering(action: string, logger: Logger): MiddlewareObj<ApiEvent, APIGatewayProxyResult> {
  const finish = (event: ApiEvent, response: APIGatewayProxyResult) => {
    response.headers = { ...response.headers, ...commonHeaders(event, response.statusCode) };
    const { authorizer, requestId } = event.requestContext;
    logger.info('request', {
      requestId,
      action,
      partnerId: authorizer?.['partnerId'],
      status: response.statusCode,
      durationMs: Date.now() - (event.startedAtMs ?? Date.now()),
    });
  };
  return {
    before: (request) => {
      request.event.startedAtMs = Date.now();
    },
    after: (request) => {
      if (request.response) finish(request.event, request.response);
    },
    onError: (request) => {
      const { error, event } = request;
      if (!(error instanceof Failure))
        logger.error('fault', { requestId: event.requestContext.requestId, action, error: faultOf(error) });
      request.response = toResult(failureReply(error));
      finish(event, request.response);
    },
  };
}

export const toResult = ({ status, body, headers }: Reply): APIGatewayProxyResult => ({
  statusCode: status,
  headers: { ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

function commonHeaders(event: ApiEvent, status: number): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'X-Request-Id': event.requestContext.requestId,
    ...rateHeaders(rateVerdictIn(event.requestContext.authorizer), status),
  };
}

function rateHeaders(rate: RateVerdict | undefined, status: number): Record<string, string> {
  if (!rate) return {};
  return {
    'RateLimit-Policy': `"default";q=${RATE_LIMIT.requests};w=${RATE_LIMIT.windowSeconds}`,
    RateLimit: `"default";r=${rate.remaining};t=${rate.resetSeconds}`,
    ...(status === 429 ? { 'Retry-After': String(rate.resetSeconds) } : {}),
  };
}
