import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { insufficientScope, PARTNER_NOT_ACTIVE } from '../contract/forbidden.ts';
import type { Scope } from '../contract/routes.ts';
import { RATE_LIMITED } from '../contract/sentences.ts';
import { Failure } from '../domain/requests/failure.ts';
import type { ApiEvent } from './api-event.ts';
import { callerFrom } from './authorizer-context.ts';

/**
 * Checks the caller. Requests to all endpoints are rejected in the same order:
 *
 * 1. 429 over the rate limit
 * 2. 401 without a valid key: the authorizer
 * 3. 403 for a partner that is not active
 * 4. 403 without the scope
 * 5. 403 for a line out of reach: the endpoint
 * 6. 400 for a malformed request: the endpoint
 * 7. other failures, such as 402, 404, 409 and 422: the endpoint
 */
export const rejectInOrder = (scope: Scope | null): MiddlewareObj<ApiEvent, APIGatewayProxyResult> => ({
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
