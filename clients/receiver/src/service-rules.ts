/** Generated from the rules of the service by `npm run generate`. */

/** The name of the only kind of event. */
export const CALL_COMPLETED = 'call.completed';

/** The `User-Agent` of deliveries. */
export const USER_AGENT = 'PartnerLines-Webhooks/1';

export const EVENT_HEADERS = {
  event: 'X-Service-Event',
  delivery: 'X-Service-Delivery',
  signature: 'X-Service-Signature',
} as const;

/** The headers of Standard Webhooks. */
export const STANDARD_HEADERS = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;

/** How long the service waits for a response, in milliseconds. */
export const RESPONSE_LIMIT_MS = 10000;

export const MAX_ATTEMPTS = 8;

/** How long the service waits after a failed first attempt. */
export const FIRST_WAIT_MINUTES = 1;

/** How long the service retries, in whole hours. */
export const RETRIED_FOR_HOURS = 2;

/** The 4xx statuses after which the service retries. */
export const RETRIED_4XX: readonly number[] = [408, 429];

/** How many minutes the time of a signature can differ from the receiver's clock. */
export const REPLAY_WINDOW_MINUTES = 5;

export const API_KEY_PREFIX = 'svc_partner_';
export const SIGNING_SECRET_PREFIX = 'whsec_';

/** The maximum length of a call's id, in characters, and the form of the id. */
export const CALL_ID_CHARACTERS = 128;
export const CALL_ID = /^[!-~]{1,128}$/;

/** GET /v1/webhooks shows this many characters from the end of the signing secret. */
export const SECRET_HINT_CHARACTERS = 4;
