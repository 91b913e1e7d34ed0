import { isDeepStrictEqual } from 'node:util';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { type AgentSettings, agentSettings } from '../contract/agent.ts';
import { region } from '../contract/tenants.ts';
import type { Table } from './connect.ts';
import { isNew } from './expression.ts';
import { keys } from './keys.ts';
import { findDelegation } from './lines.ts';
import { Contention, check, put, type Reason, transact } from './transactions.ts';

/** Settings as stored: the persona bare, without the sentence that announces it. */
export interface Agent {
  /** Rises with each change; 0 when nothing is stored. */
  readonly version: number;
  readonly settings: AgentSettings;
}

const agentVersion = z.object({ version: z.int() });
const lineRegion = z.object({ region: z.catch(z.nullable(region), null) });

/** Delegation and settings, in one round trip. */
export async function findAgentOf(table: Table, partnerId: string, tenantId: string) {
  const [delegation, agent] = await Promise.all([
    findDelegation(table, partnerId, tenantId),
    findAgent(table, tenantId),
  ]);
  return { delegation, agent };
}

/** All that a change of settings depends on, in one round trip. The owner is looked up only where recipients change. */
export async function findAgentForUpdate(
  table: Table,
  partnerId: string,
  tenantId: string,
  { withOwner }: { readonly withOwner: boolean },
) {
  const [{ delegation, agent }, line, hasOwner] = await Promise.all([
    findAgentOf(table, partnerId, tenantId),
    find(table, keys.line(tenantId)),
    withOwner && ownerIsKnown(table, tenantId),
  ]);
  return { delegation, agent, region: line === undefined ? null : lineRegion.parse(line).region, hasOwner };
}

async function findAgent(table: Table, tenantId: string): Promise<Agent> {
  const item = await find(table, keys.agent(tenantId));
  if (item === undefined) return { version: 0, settings: {} };
  return { version: agentVersion.parse(item).version, settings: agentSettings.parse(item) };
}

/** Absent and unreadable come to the same: summaries would go out on nobody's behalf. */
const ownerIsKnown = (table: Table, tenantId: string): Promise<boolean> =>
  find(table, keys.owner(tenantId)).then(
    (item) => item !== undefined,
    () => false,
  );

async function find({ db, name }: Table, Key: { PK: string; SK: string }) {
  const { Item } = await db.send(new GetCommand({ TableName: name, Key, ConsistentRead: true }));
  return Item;
}

/**
 * Stores the settings in place of the ones that were read, as long as the line is not terminated. When somebody else
 * was faster it is contention: what was read no longer holds, so the caller reads again.
 */
export async function saveAgent(
  table: Table,
  { partnerId, tenantId }: { readonly partnerId: string; readonly tenantId: string },
  { version, settings }: Agent,
): Promise<void> {
  const item = { ...keys.agent(tenantId), version: version + 1, ...settings };
  const unchanged = version === 0 ? isNew : { unchanged: '#version = :version' };
  const cancelled = await transact(table, {
    agent: put(item, { condition: unchanged, values: { ':version': version } }),
    delegation: check(keys.delegation(partnerId, tenantId), {
      condition: { lineIsActive: '#status = :active' },
      values: { ':active': 'active' },
    }),
  });
  if (cancelled && !isSaved(item, cancelled.agent)) throw new Contention(['agent']);
}

/** The very item stands there that was to be written: we succeeded before, and the answer was lost. */
const isSaved = (item: object, reason: Reason) => reason.kind === 'refused' && isDeepStrictEqual(reason.item, item);
