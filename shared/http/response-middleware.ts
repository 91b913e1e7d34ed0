import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { FAULT, failureBody, UNCODED_STATUS } from '../contract/failures-without-code.ts';
import { CONTENT_TYPE, NO_STORE, RATE_LIMIT_HEADERS, REQUEST_ID, RETRY_AFTER } from '../contract/response-headers.ts';
import type { Route } from '../contract/routes.ts';
import { RATE_LIMIT_POLICY, type RateUsage, rateLimitValue, retryAfterValue } from '../domain/partners/rate-limit.ts';
import { Failure, type FailureReason, failureReasonOf } from '../domain/requests/failure.ts';
import { LOG_MESSAGES } from '../names/log-messages.ts';
import { EXPECTED_5XX } from '../names/metrics.ts';
import type { Countable, Meter } from '../telemetry/metrics.ts';
import { reportFault, type Telemetry } from '../telemetry/telemetry.ts';
import { rateUsageIn } from './authorizer-context.ts';
import { type ApiEvent, tenantIdIn } from './request.ts';
import type { ApiResponse } from './response.ts';

/** Turns an error into a response, adds the headers that every response has, and logs the request. */
export function responseMiddleware(route: Route, telemetry: Telemetry): MiddlewareObj<ApiEvent, APIGatewayProxyResult> {
  const { logger, meter } = telemetry;
  const finish = (event: ApiEvent, response: APIGatewayProxyResult, outcome: string) => {
    response.headers = { ...response.headers, ...commonHeaders(event, response.statusCode) };
    if (EXPECTED_5XX.includes(response.statusCode)) meter.count('expected5xx');
    logger.info(LOG_MESSAGES.requestAnswered, {
      tenantId: tenantIdIn(event),
      status: response.statusCode,
      outcome,
      durationMs: Date.now() - (event.startedAtMs ?? Date.now()),
    });
  };
  return {
    before: ({ event }) => {
      event.startedAtMs = Date.now();
      const { requestId, authorizer } = event.requestContext;
      event.rate = rateUsageIn(authorizer);
      logger.appendKeys({
        requestId,
        route: `${route.method} ${route.path}`,
        partnerId: authorizer?.['partnerId'],
      });
    },
    after: ({ event, response }) => {
      if (response) finish(event, response, 'ok');
    },
    onError: (request) => {
      const { error, event } = request;
      if (error instanceof Failure) countFailure(meter, failureReasonOf(error));
      else reportFault(telemetry, LOG_MESSAGES.unexpectedFault, error);
      request.response = toProxyResult(failureResponse(error));
      finish(event, request.response, error instanceof Failure ? failureReasonOf(error) : 'fault');
    },
  };
}

/** Returns the response to anything that was thrown. The cause of a fault is only in the log. */
function failureResponse(thrown: unknown): ApiResponse {
  if (!(thrown instanceof Failure)) return { status: 500, body: failureBody(FAULT) };
  const { kind, message } = thrown;
  if (typeof kind === 'string') return { status: UNCODED_STATUS[kind], body: failureBody(message) };
  return { status: kind.status, body: { ...failureBody(message), code: kind.code } };
}

/** The metrics of failures that an operator has to investigate. */
const COUNTED: Partial<Record<FailureReason, Countable>> = {
  CARRIER_RELEASE_FAILED: 'carrierReleaseFailed',
  ALREADY_TERMINATED: 'releaseUnfinished',
};

function countFailure(meter: Meter, reason: FailureReason): void {
  const metric = COUNTED[reason];
  if (metric) meter.count(metric);
}

export const toProxyResult = ({ status, body, headers }: ApiResponse): APIGatewayProxyResult => ({
  statusCode: status,
  headers: { ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

function commonHeaders(event: ApiEvent, status: number): Record<string, string> {
  return {
    [CONTENT_TYPE.name]: CONTENT_TYPE.value,
    [NO_STORE.name]: NO_STORE.value,
    [REQUEST_ID]: event.requestContext.requestId,
    ...rateHeaders(event.rate, status),
  };
}

function rateHeaders(rate: RateUsage | undefined, status: number): Record<string, string> {
  if (!rate) return {};
  return {
    [RATE_LIMIT_HEADERS.policy]: RATE_LIMIT_POLICY,
    [RATE_LIMIT_HEADERS.usage]: rateLimitValue(rate),
    ...(status === UNCODED_STATUS.rateLimited ? { [RETRY_AFTER]: retryAfterValue(rate) } : {}),
  };
}
