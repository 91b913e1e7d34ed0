import { isDeepStrictEqual } from 'node:util';
import { tenantSummary } from '../../../shared/contract/lines/tenants.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import type { Row } from '../table-view.ts';
import { each, type Invariant, named } from './claim.ts';

const isActive = ({ status }: { readonly status: string }) => status === 'active';

/** L1 */
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

/** A line that is not released has its delegation, a released one has none, and both say the same. */
export const delegationsMirrorLines: Invariant = ({ lines, delegations, at }) => [
  ...each(
    lines,
    ({ partnerId, tenantId, name, region, status, externalId, createdAt, terminatedAt, releasedBy }) => {
      const key = keys.delegation(partnerId, tenantId);
      const summary = { ...key, tenantId, partnerId, name, region, status, externalId, createdAt };
      const expected = { ...summary, ...(terminatedAt === undefined ? {} : { terminatedAt }) };
      return isDeepStrictEqual(at(key), releasedBy === undefined ? expected : undefined);
    },
    ({ tenantId }) => `line ${tenantId} and its delegation do not agree`,
  ),
  ...each(
    delegations,
    ({ tenantId }) => at(keys.line(tenantId)) !== undefined,
    ({ tenantId }) => `a delegation of ${tenantId} stands without its line`,
  ),
];

/** L4, L5: a line holds its externalId until it is released and not longer. */
export const externalIdsNameTheirLines: Invariant = ({ lines, externalIds, at }) => {
  const holders = lines.filter(({ releasedBy }) => releasedBy === undefined);
  const isHeld = ({ partnerId, externalId, tenantId }: Row<'line'>) =>
    at(keys.externalId(partnerId, externalId))?.['tenantId'] === tenantId;
  const count =
    externalIds.length === holders.length ? [] : [`${externalIds.length} externalIds, ${holders.length} lines`];
  return [...count, ...each(holders, isHeld, ({ tenantId }) => `line ${tenantId} does not hold its externalId`)];
};

/** L13 */
export const numbersServeActiveLines: Invariant = ({ lines, numbers, at }) => [
  ...each(
    lines,
    (line) => line.number === undefined || (isActive(line) && at(keys.number(line.number)) !== undefined),
    ({ tenantId }) => `line ${tenantId} is terminated with a number, or its number does not know it`,
  ),
  ...each(
    numbers,
    ({ PK, tenantId }) => at(keys.line(tenantId))?.['number'] === named(PK),
    ({ PK, tenantId }) => `${PK} says that it serves ${tenantId}, which does not say so`,
  ),
];

/** L15: settings and owner stand with their line, and go with it when it was to be purged. */
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
      `line ${tenantId}, purge ${purge}: settings, owner or integrations are not as they must be`,
  ),
  ...each(
    [...agents, ...owners],
    ({ PK }) => at({ PK, SK: 'LINE' }) !== undefined,
    ({ PK, SK }) => `${PK} ${SK} stands without a line`,
  ),
];

/** L6, L7: every key's answer is that of a line of its own. */
export const keysReturnTheirLine: Invariant = ({ idempotencyRecords, at }) => {
  const tenantIds = new Set(idempotencyRecords.map(({ tenantId }) => tenantId));
  const twice = tenantIds.size === idempotencyRecords.length ? [] : ['two idempotency keys name one line'];
  const isTrue = ({ PK, tenantId, response }: Row<'idempotency'>) => {
    const line = at(keys.line(tenantId));
    if (line === undefined || !named(PK).startsWith(`${String(line['partnerId'])}#`)) return false;
    // The answer is that of the line's beginning, whatever became of it.
    return response === JSON.stringify(tenantSummary.parse({ ...line, status: 'active' }));
  };
  return [...twice, ...each(idempotencyRecords, isTrue, ({ PK }) => `${PK} does not answer with its line`)];
};

/** L14: nothing stays between the two steps of a termination. */
export const terminationsAreComplete: Invariant = ({ lines }) =>
  each(
    lines,
    (line) => isActive(line) || line.releasedBy !== undefined,
    ({ tenantId }) => `line ${tenantId} is terminated and not released`,
  );
