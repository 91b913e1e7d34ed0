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

/** That a partner may reach a line, with the line's summary. It is removed when a termination is complete. */
export const delegation = z.object(summary);
export type Delegation = z.infer<typeof delegation>;

/** A line as the operator knows it. It outlives its termination. */
export const line = z.object({
  ...summary,
  /** E.164. A line with a number cannot be terminated. */
  number: z.optional(z.string()),
  /** A number was attached once and has been released. */
  numberReleased: z.optional(z.boolean()),
  integrations: z._default(integrations, {}),
  plan: z.optional(plan),
  terminationReason: z.optional(z.string()),
  /** What the partner stored goes with the line. Once asked for, it stays asked for. */
  purge: z.optional(z.boolean()),
  /** Token of the request that terminated the line: by it that request knows its own work when the answer was lost. */
  terminatedBy: z.optional(z.string()),
  /** Token of the request that released the delegation: present means that the termination is complete. */
  releasedBy: z.optional(z.string()),
});
export type Line = z.infer<typeof line>;

/** A line as it begins: active, without a number. */
export const openLine = (
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

/** One sentence for every line that is out of reach: whether it exists is not told. */
export const notDelegated = () => new Failure('forbidden', LINE_NOT_DELEGATED);

/** The delegation in any state: what a termination needs, and a change of settings that must answer TENANT_TERMINATED. */
export function requireDelegation(found: Delegation | undefined): Delegation {
  if (found === undefined) throw notDelegated();
  return found;
}

/** The delegation of a line that can be read. */
export function requireActiveDelegation(found: Delegation | undefined): Delegation {
  if (found?.status !== 'active') throw notDelegated();
  return found;
}
