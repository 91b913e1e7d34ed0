import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { insufficientScope, PARTNER_NOT_ACTIVE } from '../contract/forbidden.ts';
import type { Scope } from '../contract/routes.ts';
import { RATE_LIMITED } from '../contract/sentences.ts';
import { Failure } from '../domain/requests/failure.ts';
import type { ApiEvent } from './api-event.ts';
import { callerFrom } from './authorizer-context.ts';

/**
 * Checks every caller in the same order: rate limit, partner not active, missing scope. The authorizer has already
 * rejected callers without a valid key, except those over the rate limit. Later, the endpoint rejects a line out of
 * reach, then a malformed request.
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
