import { isDeepStrictEqual } from 'node:util';
import { tenantSummary } from '../../shared/contract/lines/tenants.ts';
import { keys } from '../../shared/store/table/keys.ts';
import type { Row } from './item-kinds.ts';
import { defineRule, idIn } from './rule.ts';

const isActive = ({ status }: { readonly status: string }) => status === 'active';

/** Returns the delegation that a line must have until it is released. */
export function delegationOf(line: Row<'line'>) {
  const { partnerId, tenantId, name, region, status, externalId, createdAt, terminatedAt } = line;
  const summary = { tenantId, partnerId, name, region, status, externalId, createdAt };
  return {
    ...keys.delegation(partnerId, tenantId),
    ...summary,
    ...(terminatedAt === undefined ? {} : { terminatedAt }),
  };
}

/**
 * Invariant: a line has a delegation that agrees with the line until the line is released. A released line has no
 * delegation.
 */
export const delegationsMirrorLines = [
  defineRule(
    'line',
    ({ partnerId, tenantId }) => [keys.delegation(partnerId, tenantId)],
    (line, [delegation]) =>
      isDeepStrictEqual(delegation, line.releasedBy === undefined ? delegationOf(line) : undefined),
  ),
  defineRule(
    'delegation',
    ({ tenantId }) => [keys.line(tenantId)],
    (_, [line]) => line !== undefined,
  ),
];

/** Invariants L4 and L5: the item of a line's external id exists until the line is released, and no longer. */
export const externalIdsNameTheirLines = [
  defineRule(
    'line',
    ({ partnerId, externalId }) => [keys.externalId(partnerId, externalId)],
    ({ tenantId, releasedBy }, [holder]) => releasedBy !== undefined || holder?.['tenantId'] === tenantId,
  ),
  defineRule(
    'externalId',
    ({ tenantId }) => [keys.line(tenantId)],
    ({ PK, SK }, [line]) =>
      line?.['releasedBy'] === undefined && line?.['externalId'] === idIn(SK) && line['partnerId'] === idIn(PK),
  ),
];

/** Invariant L13: a number and its line refer to each other, and the line is active. */
export const numbersServeActiveLines = [
  defineRule(
    'line',
    ({ number }) => (number === undefined ? [] : [keys.number(number)]),
    (line, [number]) => line.number === undefined || (isActive(line) && number?.['tenantId'] === line.tenantId),
  ),
  defineRule(
    'number',
    ({ tenantId }) => [keys.line(tenantId)],
    ({ PK }, [line]) => line?.['number'] === idIn(PK),
  ),
];

/**
 * Invariant L15: the settings and the owner of a line exist as long as the line. If the line was terminated with a
 * purge, they exist until its release.
 */
export const settingsStandWithTheirLine = [
  defineRule(
    'line',
    ({ tenantId }) => [keys.agent(tenantId), keys.owner(tenantId)],
    ({ partnerId, purge = false, releasedBy, integrations }, [agent, owner]) => {
      const parts = [agent, owner, integrations];
      if (purge && releasedBy !== undefined) return parts.every((part) => part === undefined);
      return parts.every((part) => part !== undefined) && owner?.['partnerId'] === partnerId;
    },
  ),
  defineRule(
    'agent',
    ({ PK }) => [keys.line(idIn(PK))],
    (_, [line]) => line !== undefined,
  ),
  defineRule(
    'owner',
    ({ PK }) => [keys.line(idIn(PK))],
    (_, [line]) => line !== undefined,
  ),
];

/**
 * Invariants L6 and L7: an idempotency key has the response of its own line. The rule does not apply to the keys of a
 * deleted partner, because a line can be deleted before its key.
 */
export const keysReturnTheirLine = [
  defineRule(
    'idempotency',
    ({ PK, tenantId }) => [keys.line(tenantId), keys.deletedPartner(partnerIdIn(PK))],
    ({ PK, response }, [line, deleted]) => {
      if (deleted !== undefined) return true;
      if (line === undefined || line['partnerId'] !== partnerIdIn(PK)) return false;
      // The stored response says that the line is active, even if the line was terminated since.
      return response === JSON.stringify(tenantSummary.safeParse({ ...line, status: 'active' }).data);
    },
  ),
];

/** Returns the id of the partner to whom an idempotency key belongs. No partner's id contains a `#`. */
export const partnerIdIn = (partitionKey: string) => idIn(partitionKey).split('#', 1).join();

/**
 * How long a line may stay between the two steps of a termination. One request takes both steps. If this request was
 * interrupted, the partner's next request to terminate the line takes the second step.
 */
const HALF_TERMINATED_MS = 3_600_000;

/** Invariant L14: no line stays between the two steps of a termination for long. */
export const terminationsAreComplete = [
  defineRule(
    'line',
    () => [],
    ({ status, releasedBy, terminatedAt = '' }, _, nowMs) =>
      status === 'active' || releasedBy !== undefined || Date.parse(terminatedAt) + HALF_TERMINATED_MS > nowMs,
  ),
];
