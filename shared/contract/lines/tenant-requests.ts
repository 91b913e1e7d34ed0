/**
 * Requests about lines. The schemas of the responses are in another file, because functions that only read lines do not
 * need schemas of requests.
 */
import * as z from 'zod/mini';
import { textOfAtMost, visibleAscii } from '../text.ts';
import { agentSettings } from './agent.ts';
import { idempotencyKey } from './idempotency-key.ts';
import { region } from './tenants.ts';

/** Headers of POST /v1/tenants. */
export const createTenantHeaders = z.object({ 'Idempotency-Key': z.optional(idempotencyKey) });

/** Body of POST /v1/tenants. */
export const createTenantInput = z.object({
  name: textOfAtMost(200).check(z.regex(/\S/, 'must not be blank')),
  region,
  externalId: visibleAscii(128),
  agent: z.optional(agentSettings),
});
export type CreateTenantInput = z.infer<typeof createTenantInput>;

/** Body of DELETE /v1/tenants/{customerId}. */
export const terminateTenantBody = z.object({
  reason: z.optional(textOfAtMost(500)),
  purge: z._default(z.boolean(), false),
});

/** The body of DELETE /v1/tenants/{customerId}, or its default when the request has no body. */
export const terminateTenantInput = z._default(terminateTenantBody, { purge: false });
