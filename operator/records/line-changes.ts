import type { INTEGRATION_PROVIDERS } from '../../shared/contract/lines/tenants.ts';
import type { Line } from '../../shared/store/lines/item.ts';
import { findLine } from '../../shared/store/lines/lines.ts';
import * as store from '../../shared/store/lines/plan-and-integrations.ts';
import { releaseLine } from '../../shared/store/lines/termination.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import type { Write } from '../../shared/store/table/transactions.ts';
import { Problem } from '../../tooling/command-line/problem.ts';
import { auditEntryWrite, type Change, lineSubject } from '../audit/entry.ts';

/** Returns the line. Throws a Problem if there is no such line. */
export async function existingLine(table: Table, tenantId: string): Promise<Line> {
  const found = await findLine(table, tenantId);
  if (!found) throw new Problem(`There is no line ${tenantId}.`);
  return found;
}

/**
 * Finishes an interrupted termination. If the termination was completed, changes nothing. Throws a Problem for an
 * active line.
 */
export async function finishRelease(by: Change, tenantId: string, token: string): Promise<Line> {
  const found = await existingLine(by.table, tenantId);
  if (found.status === 'active') throw new Problem(`Line ${tenantId} is active: no termination has begun.`);
  const entry = await auditEntryWrite(by, lineSubject(found));
  await releaseLine(by.table, found, { purge: found.purge ?? false, token, entry });
  return existingLine(by.table, tenantId);
}

/** Sets the plan that the partner sees. An absent field keeps its value, and `null` clears a field. */
export const setPlan = (by: Change, tenantId: string, change: NonNullable<Line['plan']>): Promise<Line> =>
  changeSettingsOfActiveLine(by, tenantId, change, (entry) => store.setPlan(by.table, tenantId, change, entry));

/** Sets whether the partner sees an active line as connected to a store platform. */
export const setIntegration = (
  by: Change,
  tenantId: string,
  provider: (typeof INTEGRATION_PROVIDERS)[number],
  connected: boolean,
): Promise<Line> =>
  changeSettingsOfActiveLine(by, tenantId, { [provider]: connected ? 'connected' : 'not connected' }, (entry) =>
    store.setIntegration(by.table, tenantId, { provider, connected }, entry),
  );

/** The new values of settings, which the entry in the audit trail repeats. */
type Settings = Readonly<Record<string, string | null | undefined>>;

async function changeSettingsOfActiveLine(
  by: Change,
  tenantId: string,
  values: Settings,
  change: (entry: Write) => Promise<Line | undefined>,
): Promise<Line> {
  const found = await existingLine(by.table, tenantId);
  const changed = await change(await auditEntryWrite(by, { ...lineSubject(found), outcome: settingsText(values) }));
  if (changed === undefined) throw new Problem(`There is no active line ${tenantId}.`);
  return changed;
}

const settingsText = (values: Settings) =>
  Object.entries(values)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value ?? 'none'}`]))
    .join(', ');
