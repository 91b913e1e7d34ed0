import type { INTEGRATION_PROVIDERS } from '../../contract/lines/tenants.ts';
import type { Table } from '../table/connect.ts';
import type { Clauses, Parts } from '../table/expression.ts';
import { keys } from '../table/keys.ts';
import {
  Contention,
  throwIfContended,
  transact,
  update,
  type Write,
  withConflictRetries,
} from '../table/transactions.ts';
import type { Line } from './item.ts';
import { findLine } from './lines.ts';

/** Returns the details of a line that partners see: null or an empty object for a detail that is not stored. */
export const shownDetails = (line: Line | undefined) => ({
  number: line?.number ?? null,
  integrations: line?.integrations ?? {},
  plan: line?.plan ?? null,
});

/** The condition that a line is active. A terminated line must not change, because its data may have been purged. */
const isActive: Clauses = { isActive: '#status = :active' };

/**
 * Sets the plan that the partner sees. A field that is absent from `change` stays as it is, so two operators can change
 * different fields at the same time. If a field is null, the partner sees null. Returns `undefined` if the line is not
 * active.
 */
export const setPlan = (table: Table, tenantId: string, change: NonNullable<Line['plan']>, entry: Write) =>
  changeActiveLine(table, tenantId, entry, ({ plan }) => ({
    update: 'SET #plan = :plan',
    condition: { ...isActive, planAsRead: plan === undefined ? 'attribute_not_exists(#plan)' : '#plan = :before' },
    values: { ':plan': { ...plan, ...change }, ':before': plan },
  }));

interface Integration {
  readonly provider: (typeof INTEGRATION_PROVIDERS)[number];
  readonly connected: boolean;
}

/**
 * Sets whether an active line is shown as connected to a store platform. Returns `undefined` if the line is not active.
 */
export const setIntegration = (table: Table, tenantId: string, { provider, connected }: Integration, entry: Write) =>
  changeActiveLine(table, tenantId, entry, () => ({
    update: `SET #integrations.#${provider} = :integration`,
    condition: isActive,
    values: { ':integration': { connected } },
  }));

type Edit = Parts & { readonly update: string };

const changeActiveLine = (
  table: Table,
  tenantId: string,
  entry: Write,
  editOf: (line: Line) => Edit,
): Promise<Line | undefined> =>
  withConflictRetries(async () => {
    const found = await findLine(table, tenantId);
    if (found?.status !== 'active') return undefined;
    const parts = editOf(found);
    const cancelled = await transact(table, {
      line: update(keys.line(tenantId), { ...parts, values: { ...parts.values, ':active': 'active' } }),
      entry,
    });
    if (!cancelled) return findLine(table, tenantId);
    throwIfContended(cancelled);
    // The line has changed since it was read, so it must be read again.
    throw new Contention(['line']);
  }, table.pacing);
