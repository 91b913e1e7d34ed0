import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { RATE_LIMITED } from '../contract/failures-without-code.ts';
import { insufficientScope } from '../contract/forbidden.ts';
import type { Scope } from '../contract/routes.ts';
import { inactivePartnerFailure } from '../domain/partners/inactive-partner.ts';
import { Failure } from '../domain/requests/failure.ts';
import { callerFrom } from './authorizer-context.ts';
import type { ApiEvent } from './request.ts';

/**
 * The rejections in their order, as partners read them. API Gateway returns the first, and the authorizer the 401.
 * `checkRateAndCaller` returns the 429 and two of the 403. Each endpoint returns those about the line and the request.
 */
export const ORDER_OF_REJECTIONS = [
  '404: the path does not exist, or does not accept this method. If such a request has a `Content-Type` other than `application/json`, the API returns 400.',
  '429: your IP address has sent too many requests to this path.',
  '401: the key is missing or not valid.',
  '403: your account is not active.',
  '403: the key lacks the scope of the endpoint.',
  '403: the line is not yours, is terminated, or does not exist.',
  '400: the request is malformed.',
  '402, 409, 422, 502 and 503, and the 404 of a webhook that is not registered: the request is well formed, but cannot be carried out.',
] as const;

/** Checks the rate limit, and then the caller. */
export const checkRateAndCaller = (scope: Scope | null): MiddlewareObj<ApiEvent, APIGatewayProxyResult> => ({
  before: ({ event }) => {
    const { rate } = event;
    if (!rate) throw new Error('The authorizer has not counted this request');
    if (rate.limited) throw new Failure('rateLimited', RATE_LIMITED);
    const caller = callerFrom(event.requestContext.authorizer);
    event.caller = caller;
    const inactive = inactivePartnerFailure(caller.partnerState);
    if (inactive) throw inactive;
    if (scope !== null && !caller.scopes.includes(scope)) {
      throw new Failure('forbidden', insufficientScope(scope));
    }
  },
});
