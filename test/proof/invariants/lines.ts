import { isDeepStrictEqual } from 'node:util';
import { tenantSummary } from '../../../shared/contract/lines/tenants.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import type { Row } from '../table-view.ts';
import { each, type Invariant, named } from './claim.ts';

const isActive = ({ status }: { readonly status: string }) => status === 'active';

/** L1: the counts of a partner match its lines. */
export const activeLinesAreCounted: Invariant = ({ partners, lines, delegations, externalIds, at }) =>
  partners.flatMap(({ partnerId, lineCount }) => {
    const { PK } = keys.partner(partnerId);
    const counts = {
      lineCount,
      lines: lines.filter((line) => line.partnerId === partnerId && isActive(line)).length,
      delegations: delegations.filter((one) => one.PK === PK && isActive(one)).length,
      externalIds: externalIds.filter((one) => one.PK === PK && at(keys.line(one.tenantId))?.['status'] === 'active')
        .length,
    };
    return new Set(Object.values(counts)).size === 1 ? [] : [`${partnerId} has ${JSON.stringify(counts)}`];
  });

/** A line has a delegation with the same content until the line is released. A released line has no delegation. */
export const delegationsMirrorLines: Invariant = ({ lines, delegations, at }) => [
  ...each(
    lines,
    ({ partnerId, tenantId, name, region, status, externalId, createdAt, terminatedAt, releasedBy }) => {
      const key = keys.delegation(partnerId, tenantId);
      const summary = { ...key, tenantId, partnerId, name, region, status, externalId, createdAt };
      const expected = { ...summary, ...(terminatedAt === undefined ? {} : { terminatedAt }) };
      return isDeepStrictEqual(at(key), releasedBy === undefined ? expected : undefined);
    },
    ({ tenantId }) => `line ${tenantId} and its delegation differ`,
  ),
  ...each(
    delegations,
    ({ tenantId }) => at(keys.line(tenantId)) !== undefined,
    ({ tenantId }) => `a delegation of ${tenantId} exists without its line`,
  ),
];

/** L4, L5: a line holds its externalId until the line is released, and no longer. */
export const externalIdsNameTheirLines: Invariant = ({ lines, externalIds, at }) => {
  const holders = lines.filter(({ releasedBy }) => releasedBy === undefined);
  const isHeld = ({ partnerId, externalId, tenantId }: Row<'line'>) =>
    at(keys.externalId(partnerId, externalId))?.['tenantId'] === tenantId;
  const count =
    externalIds.length === holders.length ? [] : [`${externalIds.length} externalIds, ${holders.length} lines`];
  return [...count, ...each(holders, isHeld, ({ tenantId }) => `line ${tenantId} does not hold its externalId`)];
};

/** L13: a number and its line name each other, and the line is active. */
export const numbersServeActiveLines: Invariant = ({ lines, numbers, at }) => [
  ...each(
    lines,
    (line) => line.number === undefined || (isActive(line) && at(keys.number(line.number)) !== undefined),
    ({ tenantId }) => `line ${tenantId} is terminated with a number, or its number does not name it`,
  ),
  ...each(
    numbers,
    ({ PK, tenantId }) => at(keys.line(tenantId))?.['number'] === named(PK),
    ({ PK, tenantId }) => `${PK} names the line ${tenantId}, which does not name it`,
  ),
];

/**
 * L15: the settings and the owner of a line exist as long as the line. If the line is purged, they are deleted with it.
 */
export const settingsStandWithTheirLine: Invariant = ({ lines, agents, owners, at }) => [
  ...each(
    lines,
    ({ tenantId, partnerId, purge = false, releasedBy, integrations }) => {
      const isPurged = purge && releasedBy !== undefined;
      const parts = [at(keys.agent(tenantId)), at(keys.owner(tenantId)), integrations];
      if (isPurged) return parts.every((part) => part === undefined);
      return parts.every((part) => part !== undefined) && at(keys.owner(tenantId))?.['partnerId'] === partnerId;
    },
    ({ tenantId, purge }) =>
      `line ${tenantId}, purge ${purge}: settings, owner or integrations are missing or left over`,
  ),
  ...each(
    [...agents, ...owners],
    ({ PK }) => at({ PK, SK: 'LINE' }) !== undefined,
    ({ PK, SK }) => `${PK} ${SK} exists without a line`,
  ),
];

/** L6, L7: every idempotency key has the response of its own line. */
export const keysReturnTheirLine: Invariant = ({ idempotencyRecords, at }) => {
  const tenantIds = new Set(idempotencyRecords.map(({ tenantId }) => tenantId));
  const twice = tenantIds.size === idempotencyRecords.length ? [] : ['two idempotency keys name one line'];
  const isTrue = ({ PK, tenantId, response }: Row<'idempotency'>) => {
    const line = at(keys.line(tenantId));
    if (line === undefined || !named(PK).startsWith(`${String(line['partnerId'])}#`)) return false;
    // The response is that of the creation, even after later changes of the line.
    return response === JSON.stringify(tenantSummary.parse({ ...line, status: 'active' }));
  };
  return [...twice, ...each(idempotencyRecords, isTrue, ({ PK }) => `${PK} does not have the response of its line`)];
};

/** L14: no line stays between the two steps of a termination. */
export const terminationsAreComplete: Invariant = ({ lines }) =>
  each(
    lines,
    (line) => isActive(line) || line.releasedBy !== undefined,
    ({ tenantId }) => `line ${tenantId} is terminated and not released`,
  );
