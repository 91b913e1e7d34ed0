import * as z from 'zod/mini';
import { dateTime } from '../date-time.ts';
import { nextCursor } from '../paging.ts';

export const region = z.enum(['kr', 'ca']);
export const lineStatus = z.enum(['active', 'terminated']);

/** The store platforms to which a line can be connected, under their names in the contract. */
export const INTEGRATION_PROVIDERS = ['providerA', 'providerB'] as const;

/** A line, in lists and in the response to its creation. */
export const tenantSummary = z.object({
  tenantId: z.string(),
  name: z.string(),
  region: z.nullable(region),
  status: lineStatus,
  externalId: z.nullable(z.string()),
  createdAt: z.nullable(dateTime),
});

export const integration = z.object({ connected: z.optional(z.boolean()) });
const provider = z.optional(integration);
export const integrations = z.object({ providerA: provider, providerB: provider } satisfies Record<
  (typeof INTEGRATION_PROVIDERS)[number],
  unknown
>);

export const plan = z.object({
  tier: z.optional(z.nullable(z.string())),
  status: z.optional(z.nullable(z.string())),
});

/** Response of GET /v1/tenants/{customerId}. */
export const tenantDetail = z.extend(tenantSummary, {
  /** The line's current phone number. */
  number: z.nullable(z.string()),
  integrations,
  plan: z.nullable(plan),
});

/** Response of GET /v1/tenants. */
export const tenantPage = z.object({ tenants: z.array(tenantSummary), nextCursor });

/** Response of DELETE /v1/tenants/{customerId}. */
export const termination = z.object({
  status: z.literal('terminated'),
  /** Whether an operator had detached a phone number from the line before the termination. */
  numberReclaimed: z.boolean(),
  terminatedAt: dateTime,
});
