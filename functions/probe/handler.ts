import * as z from 'zod/mini';
import { KEY_OF_NOBODY } from '../../shared/contract/credential-forms.ts';
import { routeOf } from '../../shared/contract/routes.ts';
import { CHALLENGE, INVALID_API_KEY, UNAUTHORIZED } from '../../shared/contract/unauthorized.ts';
import { LOG_MESSAGES } from '../../shared/names/log-messages.ts';
import type { Telemetry } from '../../shared/telemetry/telemetry.ts';

interface Deps extends Telemetry {
  readonly send: typeof fetch;
  readonly newId: () => string;
}

/** The event of the schedule, with the base URL of the API. */
const scheduled = z.object({ url: z.url() });
const rejection = z.object({ error: z.literal(INVALID_API_KEY) });

/** How long the API may take to respond. A later response counts as a failure of the probe. */
export const RESPONSE_WITHIN_MS = 5_000;

/**
 * Sends a request as a partner does, through DNS, TLS, WAF, API Gateway, authorizer and table. The key of the request
 * is invalid, so that no secret has to be stored. The expected response is a 401.
 */
export const createHandler =
  ({ logger, meter, send, newId }: Deps) =>
  async (event: unknown): Promise<{ readonly problem?: string }> => {
    const { url } = scheduled.parse(event);
    // Each request has a new path, because the rate limit counts each path separately.
    const path = routeOf('get-tenant').path.replace('{customerId}', `probe-${newId()}`);
    const problem = await send(url + path, {
      // Makes each request open a new connection. A kept connection would hide that the API accepts no new connections.
      headers: { Authorization: `Bearer ${KEY_OF_NOBODY}`, Connection: 'close' },
      redirect: 'manual',
      signal: AbortSignal.timeout(RESPONSE_WITHIN_MS),
    }).then(problemInResponse, errorCodeOrName);
    meter.count('probesFailed', problem === undefined ? 0 : 1);
    if (problem === undefined) return {};
    logger.warn(LOG_MESSAGES.probeFailed, { outcome: problem });
    return { problem };
  };

async function problemInResponse(response: Response): Promise<string | undefined> {
  if (response.status !== UNAUTHORIZED) return `status ${response.status}`;
  if (response.headers.get(CHALLENGE.header) !== CHALLENGE.value) return `401 without ${CHALLENGE.header}`;
  const body: unknown = await response.json().catch(() => undefined);
  return rejection.safeParse(body).success ? undefined : '401 with another body';
}

/** Returns the error's code, such as `ENOTFOUND`, or else its name, such as `TimeoutError`. */
function errorCodeOrName(error: unknown): string {
  if (!(error instanceof Error)) return 'no response';
  const { name, cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : name;
}
