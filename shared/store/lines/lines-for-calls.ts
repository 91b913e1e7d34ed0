import * as z from 'zod/mini';
import { type AgentSettings, agentSettings } from '../../contract/lines/agent.ts';
import { type Line, line } from '../../domain/lines/line.ts';
import { batchGet, itemOf } from '../table/batch-get.ts';
import type { Table } from '../table/connect.ts';
import { findItem } from '../table/find-item.ts';
import { keys } from '../table/keys.ts';

const numberItem = z.object({ tenantId: z.string() });

/** Returns the line to which a number (E.164) is attached. Reads consistently, in one round trip. */
export const findLineOfNumber = async (table: Table, number: string): Promise<string | undefined> =>
  (await findItem(table, keys.number(number), numberItem))?.tenantId;

/** Reports whether the line was deleted together with its partner. Reads consistently, in one round trip. */
export async function isLineDeleted(table: Table, tenantId: string): Promise<boolean> {
  const key = keys.deletedLine(tenantId);
  return (await batchGet(table, [key]))(key) !== undefined;
}

/** Reads a line and its agent's settings, as stored. Reads consistently, in one round trip. */
export async function findLineWithAgent(
  table: Table,
  tenantId: string,
): Promise<{ readonly line: Line; readonly settings: AgentSettings } | undefined> {
  const itemAt = await batchGet(table, [keys.line(tenantId), keys.agent(tenantId)]);
  const found = itemOf(itemAt, keys.line(tenantId), line);
  return found && { line: found, settings: itemOf(itemAt, keys.agent(tenantId), agentSettings) ?? {} };
}
