import * as z from 'zod/mini';
import { CALL_COMPLETED } from './call-completed.ts';

/** Everything a webhook can be sent. Contract, "Events". */
export const EVENTS = [CALL_COMPLETED] as const;
export const eventName = z.enum(EVENTS);
export type EventName = z.infer<typeof eventName>;

/**
 * Of the text as sent, in code points, and of the URL as stored, where everything outside ASCII is encoded. A longer one
 * is rejected as a URL (422), so the schema below does not bound it.
 */
export const WEBHOOK_URL_CHARACTERS = 2048;

/**
 * Body of PUT /v1/webhooks, by types only: what is wrong about a URL or an event's name is a failure with a code.
 * No events means all of them.
 */
export const webhookInput = z.object({
  url: z.string(),
  events: z.optional(z.array(z.string()).check(z.minLength(1))),
});

const webhook = {
  url: z.string(),
  events: z.array(eventName),
  createdAt: z.iso.datetime({ precision: 3 }),
  updatedAt: z.iso.datetime({ precision: 3 }),
};

/** Answer of PUT /v1/webhooks, and the only place where the secret is given in full. */
export const registeredWebhook = z.object({ ...webhook, signingSecret: z.string() });

/** Answer of GET /v1/webhooks. */
export const webhookConfiguration = z.object({
  ...webhook,
  /** Last four characters of the secret. */
  signingSecretHint: z.string(),
});
