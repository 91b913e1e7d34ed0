import * as z from 'zod/mini';
import { BODY_LIMIT } from './body-limit.ts';
import { CALL_COMPLETED } from './calls/call-completed.ts';
import { dateTime } from './date-time.ts';

/** All events that a webhook can receive. Contract, "Events". */
export const EVENTS = [CALL_COMPLETED] as const;
export const eventName = z.enum(EVENTS);
export type EventName = z.infer<typeof eventName>;

/** How many names of existing events fit into a body. A longer list is rejected before its names are checked. */
const MOST_EVENTS = Math.floor(BODY_LIMIT.bytes / JSON.stringify(CALL_COMPLETED).length);

/** The maximum length of a URL, in code points as sent and in ASCII characters as stored. */
export const WEBHOOK_URL_CHARACTERS = 2048;

/**
 * Body of PUT /v1/webhooks. `parseWebhookUrl` and `subscribedEvents` check URL and event names, because a wrong URL or
 * name is a failure with a code.
 */
export const webhookInput = z.object({
  url: z.string(),
  events: z.optional(z.array(z.string()).check(z.minLength(1), z.maxLength(MOST_EVENTS))),
});

const webhook = {
  url: z.string(),
  events: z.array(eventName),
  createdAt: dateTime,
  updatedAt: dateTime,
};

/** Response of PUT /v1/webhooks. No other response has the whole secret. */
export const registeredWebhook = z.object({ ...webhook, signingSecret: z.string() });

/** Response of GET /v1/webhooks. */
export const webhookConfiguration = z.object({
  ...webhook,
  /** The last characters of the signing secret. `SECRET_HINT` says how many. */
  signingSecretHint: z.string(),
});
