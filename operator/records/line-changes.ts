import type { INTEGRATION_PROVIDERS } from '../../shared/contract/lines/tenants.ts';
import { type Line, line } from '../../shared/domain/lines/line.ts';
import { findLine } from '../../shared/store/lines/lines.ts';
import { releaseLine } from '../../shared/store/lines/termination.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import type { Clauses, Parts } from '../../shared/store/table/expression.ts';
import { keys } from '../../shared/store/table/keys.ts';
import { Contention, withConflictRetries } from '../../shared/store/table/transactions.ts';
import { updateItem } from '../../shared/store/table/update-item.ts';
import { Problem } from '../../tooling/command-line/problem.ts';

/** Returns the line in any state. Throws a Problem if there is none. */
export async function existingLine(table: Table, tenantId: string): Promise<Line> {
  const found = await findLine(table, tenantId);
  if (!found) throw new Problem(`There is no line ${tenantId}.`);
  return found;
}

/** Finishes a termination that was interrupted after its first step. A completed termination stays as it is. */
export async function finishRelease(table: Table, tenantId: string, token: string): Promise<Line> {
  const found = await existingLine(table, tenantId);
  if (found.status === 'active') throw new Problem(`Line ${tenantId} is active; only its partner can terminate it.`);
  if (found.releasedBy === undefined) await releaseLine(table, found, { purge: found.purge ?? false, token });
  return existingLine(table, tenantId);
}

/** A terminated line must not change. If its data was purged, nothing may be stored in the line again. */
const isActive: Clauses = { isActive: '#status = :active' };

/**
 * Sets the plan that the partner sees. A part that `change` lacks keeps its value, even if another operator changes
 * that value at the same time. A part that is null is cleared: the partner sees null.
 */
export const setPlan = (table: Table, tenantId: string, change: NonNullable<Line['plan']>): Promise<Line> =>
  withConflictRetries(async () => {
    const { plan } = await existingLine(table, tenantId);
    return changeActive(table, tenantId, {
      update: 'SET #plan = :plan',
      condition: { ...isActive, planAsRead: plan === undefined ? 'attribute_not_exists(#plan)' : '#plan = :before' },
      values: { ':plan': { ...plan, ...change }, ':before': plan },
    });
  }, table.pacing);

/** Sets whether the partner sees an active line as connected to a store platform. */
export const setIntegration = (
  table: Table,
  tenantId: string,
  provider: (typeof INTEGRATION_PROVIDERS)[number],
  connected: boolean,
): Promise<Line> =>
  changeActive(table, tenantId, {
    update: `SET #integrations.#${provider} = :integration`,
    condition: isActive,
    values: { ':integration': { connected } },
  });

async function changeActive(table: Table, tenantId: string, parts: Parts & { readonly update: string }): Promise<Line> {
  const values = { ...parts.values, ':active': 'active' };
  const { kind, item } = await updateItem(table, keys.line(tenantId), { ...parts, values });
  if (kind === 'written') return line.parse(item);
  if (item?.['status'] === 'active') throw new Contention(['line']);
  throw new Problem(`There is no active line ${tenantId}.`);
}
