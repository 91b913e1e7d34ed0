import type { APIGatewayAuthorizerResult } from 'aws-lambda';
import { errorOf401, UNAUTHORIZED } from '../../shared/contract/unauthorized.ts';
import { hashToLookUp, isUsable } from '../../shared/domain/partners/api-key.ts';
import { type RateUsage, rateCounterName, rateUsage, rateWindowAt } from '../../shared/domain/partners/rate-limit.ts';
import type { TimedTableDeps } from '../../shared/entry/handler-with-table.ts';
import type { AuthorizerContext } from '../../shared/http/authorizer-context.ts';
import { bearerToken, type HeaderSource } from '../../shared/http/request-headers.ts';
import { LOG_MESSAGES } from '../../shared/names/log-messages.ts';
import { type ApiKey, findApiKey } from '../../shared/store/partners/api-keys.ts';
import { countRequest } from '../../shared/store/partners/rate-counters.ts';

/** The fields of API Gateway's event (REQUEST authorizer) that this function reads. */
export interface AuthorizerEvent extends HeaderSource {
  /** The route of the request, such as `/v1/tenants/{customerId}`. */
  readonly resource: string;
  readonly pathParameters: Readonly<Record<string, string | undefined>> | null;
  readonly requestContext: { readonly requestId: string; readonly identity: { readonly sourceIp: string } };
}

/**
 * Counts the request and looks up the key, in parallel. Denies a request (401) if its key is missing or invalid, unless
 * the caller is over the rate limit. The endpoint makes all other rejections, so the context names the caller and its
 * use of the rate limit. If the table does not respond, no request is allowed.
 */
export const createHandler =
  ({ logger, meter, table, nowMs }: TimedTableDeps) =>
  async (event: AuthorizerEvent): Promise<APIGatewayAuthorizerResult> => {
    logger.appendKeys({ requestId: event.requestContext.requestId });
    const now = nowMs();
    const window = rateWindowAt(now);
    const token = bearerToken(event);
    const [hits, key] = await Promise.all([
      countRequest(table, pathHashOf(event), window),
      findApiKey(table, hashToLookUp(token)),
    ]).catch(throwAsCause);
    const rate = rateUsage(hits, window, now);
    if (rate.limited) meter.count('rateLimited');
    const caller = key && isUsable(key) ? key : undefined;
    if (caller || rate.limited) return allow(caller, rate);

    meter.count('authFailed');
    if (token !== undefined) meter.count('invalidKey');
    logger.info(LOG_MESSAGES.requestDenied, {
      route: event.resource,
      // A revoked key still has a partner, whom the person on call can contact.
      partnerId: key?.partnerId,
      status: UNAUTHORIZED,
      outcome: token === undefined ? 'no key' : 'invalid key',
      durationMs: nowMs() - now,
    });
    return deny(errorOf401(token));
  };

/**
 * Throws an error with the fault as its cause, because API Gateway treats an error with the message `Unauthorized` as a
 * denial.
 */
function throwAsCause(fault: unknown): never {
  throw new Error('The caller could not be checked', { cause: fault });
}

const pathHashOf = ({ requestContext, resource, pathParameters }: AuthorizerEvent) =>
  rateCounterName(requestContext.identity.sourceIp, resource, pathParameters?.['customerId']);

const deny = (message: string): APIGatewayAuthorizerResult => ({
  principalId: 'anonymous',
  policyDocument: policy('Deny'),
  context: { message },
});

function allow(
  caller: ApiKey | undefined,
  { limited, remaining, resetSeconds }: RateUsage,
): APIGatewayAuthorizerResult {
  const context: AuthorizerContext = {
    limited: limited ? 'true' : 'false',
    remaining: String(remaining),
    resetSeconds: String(resetSeconds),
    ...(caller && callerContext(caller)),
  };
  return { principalId: caller?.partnerId ?? 'anonymous', policyDocument: policy('Allow'), context };
}

const callerContext = ({ partnerId, partnerName, partnerState, scopes, keyPrefix }: ApiKey) => ({
  partnerId,
  partnerName,
  partnerState,
  scopes: scopes.join(','),
  keyPrefix,
});

/**
 * Returns the policy for one request; API Gateway does not cache it. `Resource` is not the method's ARN, because that
 * ARN has the path as the caller sent it. The path can be long, and can have characters with a meaning in policies.
 */
const policy = (Effect: 'Allow' | 'Deny') => ({
  Version: '2012-10-17',
  Statement: [{ Action: 'execute-api:Invoke', Effect, Resource: '*' }],
});
