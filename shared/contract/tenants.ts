import * as z from 'zod/mini';

export const region = z.enum(['kr', 'ca']);
export const lineStatus = z.enum(['active', 'terminated']);

/** Store platforms that a line can be connected to; the contract gives them these neutral names. */
export const INTEGRATION_PROVIDERS = ['providerA', 'providerB'] as const;

/** A line in lists and after creation. */
export const tenantSummary = z.object({
  tenantId: z.string(),
  name: z.string(),
  region: z.nullable(region),
  status: lineStatus,
  externalId: z.nullable(z.string()),
  createdAt: z.nullable(z.iso.datetime({ precision: 3 })),
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

/** A line as GET /v1/tenants/{customerId} answers it. */
export const tenantDetail = z.extend(tenantSummary, {
  /** The number served now. */
  number: z.nullable(z.string()),
  integrations,
  plan: z.nullable(plan),
});

/** Answer of GET /v1/tenants. */
export const tenantPage = z.object({ tenants: z.array(tenantSummary), nextCursor: z.nullable(z.string()) });

/** Answer of DELETE /v1/tenants/{customerId}. */
export const termination = z.object({
  status: z.literal('terminated'),
  /** Whether a number had been attached and was released before. */
  numberReclaimed: z.boolean(),
  terminatedAt: z.iso.datetime({ precision: 3 }),
});
