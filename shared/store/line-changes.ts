import type { INTEGRATION_PROVIDERS } from '../contract/tenants.ts';
import { type Line, line } from '../domain/line.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Table } from './connect.ts';
import { keys } from './keys.ts';
import { releaseLine } from './line-termination.ts';
import { findLine } from './lines.ts';
import { updateItem } from './update-item.ts';

export async function existingLine(table: Table, tenantId: string): Promise<Line> {
  const found = await findLine(table, tenantId);
  if (!found) throw new Refusal(`There is no line ${tenantId}.`);
  return found;
}

/** Does what is left of a termination that was interrupted after its first step. A complete one stays as it is. */
export async function finishRelease(table: Table, tenantId: string, token: string): Promise<Line> {
  const found = await existingLine(table, tenantId);
  if (found.status === 'active') throw new Refusal(`Line ${tenantId} is active; only its partner can terminate it.`);
  if (found.releasedBy === undefined) await releaseLine(table, found, { purge: found.purge ?? false, token });
  return existingLine(table, tenantId);
}

/** What the partner reads as the line's plan. A part that is not given stays as it is; null clears it. */
export async function setPlan(table: Table, tenantId: string, change: NonNullable<Line['plan']>): Promise<Line> {
  const { plan } = await existingLine(table, tenantId);
  return changeActive(table, tenantId, 'SET #plan = :plan', { ':plan': { ...plan, ...change } });
}

export const setIntegration = (
  table: Table,
  tenantId: string,
  provider: (typeof INTEGRATION_PROVIDERS)[number],
  connected: boolean,
): Promise<Line> =>
  changeActive(table, tenantId, `SET #integrations.#${provider} = :integration`, { ':integration': { connected } });

/** A terminated line is a record and does not change; one that was purged must not hold anything again. */
async function changeActive(
  table: Table,
  tenantId: string,
  update: string,
  values: Record<string, unknown>,
): Promise<Line> {
  const { kind, item } = await updateItem(table, keys.line(tenantId), {
    update,
    condition: { isActive: '#status = :active' },
    values: { ...values, ':active': 'active' },
  });
  if (kind === 'refused') throw new Refusal(`There is no active line ${tenantId}.`);
  return line.parse(item);
}
