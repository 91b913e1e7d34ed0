import type { INTEGRATION_PROVIDERS } from '../../shared/contract/lines/tenants.ts';
import type { Line } from '../../shared/domain/lines/line.ts';
import { findLine } from '../../shared/store/lines/lines.ts';
import { releaseLine } from '../../shared/store/lines/termination.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import type { Clauses, Parts } from '../../shared/store/table/expression.ts';
import { keys } from '../../shared/store/table/keys.ts';
import { Contention, throwIfContended, transact, update } from '../../shared/store/table/transactions.ts';
import { Problem } from '../../tooling/command-line/problem.ts';
import { type Change, onLine } from '../audit/entry.ts';
import { entryOf, withEntry } from '../audit/with-entry.ts';

/** Returns the line in any state. Throws a Problem if there is none. */
export async function existingLine(table: Table, tenantId: string): Promise<Line> {
  const found = await findLine(table, tenantId);
  if (!found) throw new Problem(`There is no line ${tenantId}.`);
  return found;
}

/** Finishes a termination that was interrupted after its first step. A completed termination stays as it is. */
export async function finishRelease(by: Change, tenantId: string, token: string): Promise<Line> {
  const found = await existingLine(by.table, tenantId);
  if (found.status === 'active') throw new Problem(`Line ${tenantId} is active; only its partner can terminate it.`);
  const entry = await entryOf(by);
  await releaseLine(by.table, found, { purge: found.purge ?? false, token, entry: entry(onLine(found)) });
  return existingLine(by.table, tenantId);
}

/** A terminated line must not change. If its data was purged, nothing may be stored in the line again. */
const isActive: Clauses = { isActive: '#status = :active' };

/**
 * Sets the plan that the partner sees. A part that `change` lacks keeps its value, even if another operator changes
 * that value at the same time. A part that is null is cleared: the partner sees null.
 */
export const setPlan = (by: Change, tenantId: string, change: NonNullable<Line['plan']>): Promise<Line> =>
  changeActive(by, tenantId, ({ plan }) => ({
    update: 'SET #plan = :plan',
    condition: { ...isActive, planAsRead: plan === undefined ? 'attribute_not_exists(#plan)' : '#plan = :before' },
    values: { ':plan': { ...plan, ...change }, ':before': plan },
    outcome: settings(change),
  }));

/** Sets whether the partner sees an active line as connected to a store platform. */
export const setIntegration = (
  by: Change,
  tenantId: string,
  provider: (typeof INTEGRATION_PROVIDERS)[number],
  connected: boolean,
): Promise<Line> =>
  changeActive(by, tenantId, () => ({
    update: `SET #integrations.#${provider} = :integration`,
    condition: isActive,
    values: { ':integration': { connected } },
    outcome: settings({ [provider]: connected ? 'connected' : 'not connected' }),
  }));

interface Edit extends Parts {
  readonly update: string;
  /** The new values, for the audit trail. */
  readonly outcome: string;
}

async function changeActive(by: Change, tenantId: string, editOf: (line: Line) => Edit): Promise<Line> {
  await withEntry(by, async (entry) => {
    const found = await existingLine(by.table, tenantId);
    const { outcome, ...parts } = editOf(found);
    const cancelled = await transact(by.table, {
      line: update(keys.line(tenantId), { ...parts, values: { ...parts.values, ':active': 'active' } }),
      entry: entry({ ...onLine(found), outcome }),
    });
    if (!cancelled) return;
    throwIfContended(cancelled);
    const { line } = cancelled;
    if (line.kind === 'conditionFailed' && line.item?.['status'] === 'active') throw new Contention(['line']);
    throw new Problem(`There is no active line ${tenantId}.`);
  });
  return existingLine(by.table, tenantId);
}

const settings = (values: Readonly<Record<string, string | null | undefined>>) =>
  Object.entries(values)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value ?? 'none'}`]))
    .join(', ');
