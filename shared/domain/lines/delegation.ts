import * as z from 'zod/mini';
import type { CreateTenantInput } from '../../contract/lines/tenant-requests.ts';
import { integrations, lineStatus, plan, region } from '../../contract/lines/tenants.ts';
import { LINE_NOT_DELEGATED } from '../../contract/sentences.ts';
import { Failure } from '../requests/failure.ts';

const summary = {
  tenantId: z.string(),
  partnerId: z.string(),
  name: z.string(),
  region,
  status: lineStatus,
  externalId: z.string(),
  createdAt: z.string(),
  terminatedAt: z.optional(z.string()),
};

/**
 * The item that gives a partner access to a line. It also has the fields that a list shows, so that a list reads no
 * other items. The last step of a termination deletes the delegation.
 */
export const delegation = z.object(summary);
export type Delegation = z.infer<typeof delegation>;

/** A line, as operators see it. It is kept after the termination. */
export const line = z.object({
  ...summary,
  /** The phone number of the line, in E.164. A line with a number cannot be terminated. */
  number: z.optional(z.string()),
  /** Whether the line ever had a number that was released. */
  numberReleased: z.optional(z.boolean()),
  integrations: z._default(integrations, {}),
  plan: z.optional(plan),
  terminationReason: z.optional(z.string()),
  /** Whether the termination also deletes what the partner stored. A later request cannot set `purge` back to false. */
  purge: z.optional(z.boolean()),
  /** Token of the request that terminated the line. It finds its own write by it if the response was lost. */
  terminatedBy: z.optional(z.string()),
  /** Token of the request that released the delegation. If it is present, the termination is complete. */
  releasedBy: z.optional(z.string()),
});
export type Line = z.infer<typeof line>;

/** Returns a new line: active, without a number. */
export const newDelegation = (
  partnerId: string,
  { name, region, externalId }: CreateTenantInput,
  tenantId: string,
  nowMs: number,
): Delegation => ({
  tenantId,
  partnerId,
  name,
  region,
  status: 'active',
  externalId,
  createdAt: new Date(nowMs).toISOString(),
});

/** Returns the failure for a line out of the partner's reach. It does not reveal whether the line exists. */
export const notDelegatedFailure = () => new Failure('forbidden', LINE_NOT_DELEGATED);

/**
 * Returns the delegation in any state, or throws the 403 of a line that the partner cannot reach. Used for terminations
 * and changes of settings, which return ALREADY_TERMINATED or TENANT_TERMINATED for a terminated line.
 */
export function requireDelegation(found: Delegation | undefined): Delegation {
  if (found === undefined) throw notDelegatedFailure();
  return found;
}

/** Returns the delegation of an active line, or throws the 403 of a line that the partner cannot reach. */
export function requireActiveDelegation(found: Delegation | undefined): Delegation {
  if (found?.status !== 'active') throw notDelegatedFailure();
  return found;
}
