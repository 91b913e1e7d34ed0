import * as z from 'zod/mini';
import { LINE_NOT_DELEGATED } from '../../contract/forbidden.ts';
import type { CreateTenantInput } from '../../contract/lines/tenant-requests.ts';
import { lineStatus, region } from '../../contract/lines/tenants.ts';
import { Failure } from '../requests/failure.ts';

/**
 * The item that gives a partner access to a line. It also has the fields that a list shows, so that a list reads no
 * other items. The last step of a termination deletes the delegation.
 */
export const delegation = z.object({
  tenantId: z.string(),
  partnerId: z.string(),
  name: z.string(),
  region,
  status: lineStatus,
  externalId: z.string(),
  createdAt: z.string(),
  terminatedAt: z.optional(z.string()),
});
export type Delegation = z.infer<typeof delegation>;

/** Reports whether a list shows the line. A line leaves its list with the first step of its termination. */
export const isListed = ({ status }: Delegation): boolean => status === 'active';

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

/** Returns the failure for a line out of the partner's reach. The failure does not reveal whether the line exists. */
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
