import * as z from 'zod/mini';
import { API_KEY_PREFIX, SHOWN_KEY_DIGITS } from '../../shared/contract/credential-forms.ts';
import { type Action, ROUTES, routeOf, SCOPES } from '../../shared/contract/routes.ts';
import { DOCTORS_CALL, DOCTORS_LOOK_UP } from '../../shared/domain/calls/doctors-call.ts';
import { lineIdOrUnusedId, PARTNER_PREFIX } from '../../shared/domain/ids.ts';

/** An event for a function, and a check of the function's response. */
interface Trial {
  readonly event: unknown;
  readonly isExpected: (response: unknown) => boolean;
}

const matches = (schema: z.ZodMiniType) => (response: unknown) => schema.safeParse(response).success;

const requestContext = { requestId: 'check-version', identity: { sourceIp: 'check-version' } };

/** The event of API Gateway for a partner that does not exist, about a line that does not exist. */
const apiEvent = {
  headers: {},
  multiValueHeaders: {},
  multiValueQueryStringParameters: null,
  pathParameters: { customerId: lineIdOrUnusedId(undefined) },
  body: null,
  isBase64Encoded: false,
  requestContext: {
    ...requestContext,
    authorizer: {
      partnerId: `${PARTNER_PREFIX}nobody`,
      partnerName: 'check-version',
      partnerState: 'active',
      scopes: SCOPES.join(','),
      keyPrefix: API_KEY_PREFIX + '0'.repeat(SHOWN_KEY_DIGITS),
      limited: 'false',
      remaining: '1',
      resetSeconds: '1',
    },
  },
};

const trialWithStatus = (statusCode: number, sent: Readonly<Record<string, unknown>> = {}): Trial => ({
  event: { ...apiEvent, ...sent },
  isExpected: matches(z.object({ statusCode: z.literal(statusCode) })),
});

const UNREADABLE = { body: '{' };
/** Trials that differ from those of most endpoints. Endpoints that write get an unreadable body, so they change nothing. */
const OTHERS: Partial<Readonly<Record<Action, Trial>>> = {
  'create-tenant': trialWithStatus(400, UNREADABLE),
  'update-agent': trialWithStatus(403, UNREADABLE),
  'get-webhook': trialWithStatus(404),
  'put-webhook': trialWithStatus(400, UNREADABLE),
};
const ENDPOINTS = Object.fromEntries(
  ROUTES.map(({ action, path }) => [
    action,
    OTHERS[action] ?? trialWithStatus(path.includes('{customerId}') ? 403 : 200),
  ]),
);

const batch: Trial = {
  event: { Records: [] },
  isExpected: matches(z.object({ batchItemFailures: z.array(z.unknown()).check(z.length(0)) })),
};

/**
 * The trials of the functions. A trial changes nothing, except for one count of the rate limit. The sweep and the probe
 * have no trial: the sweep would make changes, and the probe's request goes to the version that has the traffic.
 */
export const TRIALS: ReadonlyMap<string, Trial> = new Map(
  Object.entries<Trial>({
    authorizer: {
      event: {
        resource: routeOf('whoami').path,
        pathParameters: null,
        headers: {},
        multiValueHeaders: {},
        requestContext,
      },
      // The authorizer also allows a request over the rate limit, so that the endpoint returns 429.
      isExpected: matches(z.object({ policyDocument: z.object({ Statement: z.array(z.unknown()) }) })),
    },
    ...ENDPOINTS,
    'line-for-call': {
      event: DOCTORS_LOOK_UP,
      isExpected: matches(z.object({ notServed: z.unknown() })),
    },
    'record-call': { event: DOCTORS_CALL, isExpected: (response) => 'refused' in Object(response) },
    intake: batch,
    relay: batch,
    'deliver-webhook': batch,
  }),
);
