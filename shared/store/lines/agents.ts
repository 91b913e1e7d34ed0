import * as z from 'zod/mini';
import { type AgentSettings, agentSettings } from '../../contract/lines/agent.ts';
import { region } from '../../contract/lines/tenants.ts';
import { batchGet, parseItemAt } from '../table/batch-get.ts';
import type { Table } from '../table/connect.ts';
import { isNew } from '../table/expression.ts';
import { findItem } from '../table/find-item.ts';
import { keys } from '../table/keys.ts';
import { lenient } from '../table/lenient-schema.ts';
import { Contention, check, isAlreadyWritten, put, transact } from '../table/transactions.ts';

/** Agent settings as they are stored: the persona has no announcement. */
export interface Agent {
  /** The version of the settings. It increases with each change, and is 0 when nothing is stored. */
  readonly version: number;
  readonly settings: AgentSettings;
}

const agentItem = z.extend(agentSettings, { version: z.int() });
const lineRegion = z.object({ region: lenient(region, null) });

/** Reads the settings of a line. Only for requests that have passed the check of the delegation. */
export const findAgent = async (table: Table, tenantId: string): Promise<Agent> =>
  agentOf(await findItem(table, keys.agent(tenantId), agentItem));

const agentOf = ({ version = 0, ...settings }: Partial<z.infer<typeof agentItem>> = {}): Agent => ({
  version,
  settings,
});

/** Reads a line's settings and item in one round trip. With `withOwner`, also looks up the line's owner. */
export async function findAgentForUpdate(
  table: Table,
  tenantId: string,
  { withOwner }: { readonly withOwner: boolean },
) {
  const [agentKey, lineKey] = [keys.agent(tenantId), keys.line(tenantId)];
  const [itemAt, owner] = await Promise.all([
    batchGet(table, [agentKey, lineKey]),
    withOwner ? lookUpOwner(table, tenantId) : undefined,
  ]);
  const agent = agentOf(parseItemAt(itemAt, agentKey, agentItem));
  return { agent, line: parseItemAt(itemAt, lineKey, lineRegion), owner };
}

const lookUpOwner = (table: Table, tenantId: string): Promise<'known' | 'missing' | 'lookUpFailed'> =>
  findItem(table, keys.owner(tenantId), z.object({})).then(
    (item) => (item === undefined ? 'missing' : 'known'),
    () => 'lookUpFailed',
  );

/**
 * Replaces the settings that were read, if the line is active. Throws `Contention` if the settings or the line have
 * changed since they were read, so that the caller reads both again.
 */
export async function saveAgent(
  table: Table,
  { partnerId, tenantId }: { readonly partnerId: string; readonly tenantId: string },
  { version, settings }: Agent,
): Promise<void> {
  const item = { ...keys.agent(tenantId), version: version + 1, ...settings };
  const unchanged = version === 0 ? isNew : { unchanged: '#version = :version' };
  const cancelled = await transact(table, {
    agent: put(item, { condition: unchanged, values: { ':version': version === 0 ? undefined : version } }),
    delegation: check(keys.delegation(partnerId, tenantId), {
      condition: { lineIsActive: '#status = :active' },
      values: { ':active': 'active' },
    }),
  });
  if (cancelled && !isAlreadyWritten(item, cancelled.agent)) throw new Contention(['agent']);
}
