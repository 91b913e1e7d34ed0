import * as z from 'zod';
import { KEY_OF_NOBODY } from '../../../shared/contract/credential-forms.ts';
import { NOT_FOUND, RATE_LIMITED } from '../../../shared/contract/failures-without-code.ts';
import { NO_STORE, RATE_LIMIT_HEADERS, REQUEST_ID, RETRY_AFTER } from '../../../shared/contract/response-headers.ts';
import { CHALLENGE, INVALID_API_KEY, NO_CREDENTIALS, UNAUTHORIZED } from '../../../shared/contract/unauthorized.ts';
import { RATE_LIMIT } from '../../../shared/domain/partners/rate-limit.ts';
import { type ApiResponse, requireFailure, requireHeader, requireStatus } from '../api.ts';
import { type Check, ok, Unmet } from '../check.ts';
import type { World } from '../test-partner.ts';

type Asks = Pick<World, 'send'>;

/**
 * Throws unless the response has the headers that every response must have, even a response of API Gateway itself.
 * Returns a text with the request id, which is also in the logs.
 */
function requireCommonHeaders(response: ApiResponse): string {
  requireHeader(response, NO_STORE.name, NO_STORE.value);
  if (!requireHeader(response, 'Content-Type').startsWith('application/json'))
    throw new Unmet(`${response.request} did not return JSON`);
  return `request ${requireHeader(response, REQUEST_ID)}`;
}

const checkRejection = (error: string, key: string | null) => async (send: Asks['send']) => {
  const response = await send('GET', '/v1/whoami', { key });
  requireFailure(response, UNAUTHORIZED, { error });
  requireHeader(response, CHALLENGE.header, CHALLENGE.value);
  return ok(requireCommonHeaders(response));
};

/** Checks of API Gateway, because its emulator differs more from AWS than our other emulators. */
export const GATEWAY_CHECKS: readonly Check<Asks & Pick<World, 'line' | 'partner'>>[] = [
  {
    name: 'a request without a key gets 401',
    run: ({ send }) => checkRejection(NO_CREDENTIALS, null)(send),
  },
  {
    name: 'a request with an unknown key gets 401',
    run: ({ send }) => checkRejection(INVALID_API_KEY, KEY_OF_NOBODY)(send),
  },
  {
    name: 'unknown paths and methods get 404',
    async run({ send }) {
      const responses = [
        await send('GET', '/v1/nothing'),
        await send('GET', '/nothing', { key: null }),
        await send('DELETE', '/v1/whoami'),
      ];
      for (const response of responses) requireFailure(response, 404, { error: NOT_FOUND });
      return ok(responses.map(requireCommonHeaders).join(', '));
    },
  },
  {
    name: 'the authorizer passes the name of a partner to endpoints unchanged',
    async run({ send, partner }) {
      const response = await send('GET', '/v1/whoami');
      requireStatus(response, 200);
      const { partnerId, name } = z.object({ partnerId: z.string(), name: z.string() }).parse(response.body);
      if (partnerId === partner.partnerId && name === partner.name) return ok(requireCommonHeaders(response));
      throw new Unmet(`whoami returned the partner ${partnerId} with the name ${JSON.stringify(name)}`);
    },
  },
  {
    name: 'a response has the common headers and the headers of the rate limit',
    async run({ send }) {
      const response = await send('GET', '/v1/tenants');
      requireStatus(response, 200);
      const limit = requireHeader(response, RATE_LIMIT_HEADERS.usage);
      return ok(`${requireCommonHeaders(response)}; ${requireHeader(response, RATE_LIMIT_HEADERS.policy)}; ${limit}`);
    },
  },
  {
    name: 'a percent-encoded path reaches its line',
    async run({ send, line }) {
      const tenantId = await line();
      const first = `%${tenantId.charCodeAt(0).toString(16)}`;
      const response = await send('GET', `/v1/tenants/${first}${tenantId.slice(1)}`);
      requireStatus(response, 200);
      return ok(requireCommonHeaders(response));
    },
  },
  {
    name: 'a request that names another host gets 403',
    async run({ send }) {
      const response = await send('GET', '/v1/whoami', { headers: { host: 'other.example' } });
      requireStatus(response, 403);
      return ok('whoami returned 403');
    },
  },
  {
    name: 'too many requests to one path get 429',
    async run({ send, partner }) {
      // No other client sends requests to this path, so its rate limit is unused.
      const path = `/v1/tenants/${partner.partnerId}/agent`;
      // A window can end during the requests, so the requests may be in two windows.
      for (let sent = 0; sent <= 2 * RATE_LIMIT.requests; sent += 1) {
        const response = await send('GET', path);
        if (response.status !== 429) {
          requireStatus(response, 403);
          continue;
        }
        requireFailure(response, 429, { error: RATE_LIMITED });
        if (sent < RATE_LIMIT.requests) throw new Unmet(`request ${sent + 1} of the path already got 429`);
        return ok(`request ${sent + 1}: Retry-After ${requireHeader(response, RETRY_AFTER)}`);
      }
      throw new Unmet(`none of ${2 * RATE_LIMIT.requests + 1} requests to one path got 429`);
    },
  },
];
