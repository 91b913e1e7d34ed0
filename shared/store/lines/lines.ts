import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { type AgentSettings, agentSettings } from '../../contract/lines/agent.ts';
import { type Delegation, delegation, isListed } from '../../domain/lines/delegation.ts';
import { batchGet, parseItemAt } from '../table/batch-get.ts';
import type { Table } from '../table/connect.ts';
import { findItem } from '../table/find-item.ts';
import { keys } from '../table/keys.ts';
import { type Line, line } from './item.ts';

/**
 * Reads the delegation, which decides whether the partner may reach the line. An endpoint reads the delegation before
 * anything else about a line, so a 403 takes the same time whether or not another partner has the line.
 */
export const findDelegation = (table: Table, partnerId: string, tenantId: string): Promise<Delegation | undefined> =>
  findItem(table, keys.delegation(partnerId, tenantId), delegation);

/** Reads a line of any partner. Only for operators, and for requests that have passed the check of the delegation. */
export const findLine = (table: Table, tenantId: string): Promise<Line | undefined> =>
  findItem(table, keys.line(tenantId), line);

/**
 * Returns a page of the partner's active lines, oldest first, which begins after a sort key. Reads one line more than
 * `limit`, to know whether another page follows. Leaves out lines between the two steps of a termination, and fills the
 * page with later lines. The next page starts after `lastSortKey`, which is `null` when no page follows.
 */
export async function listLines(
  table: Table,
  partnerId: string,
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
) {
  const found: Delegation[] = [];
  let start = after;
  do {
    const { delegations, lastSortKey } = await queryDelegations(table, partnerId, limit + 1, start);
    found.push(...delegations.filter(isListed));
    start = lastSortKey;
  } while (start !== undefined && found.length <= limit);
  const last = found.length > limit ? found[limit - 1] : undefined;
  return { lines: found.slice(0, limit), lastSortKey: last ? keys.delegation(partnerId, last.tenantId).SK : null };
}

async function queryDelegations({ db, name }: Table, partnerId: string, limit: number, after: string | undefined) {
  const { PK, SK } = keys.delegation(partnerId, '');
  const { Items = [], LastEvaluatedKey } = await db.send(
    new QueryCommand({
      TableName: name,
      // This range has the same effect as begins_with, for which the local engine would read all items of the partner.
      KeyConditionExpression: 'PK = :partner AND SK BETWEEN :from AND :to',
      ExpressionAttributeValues: { ':partner': PK, ':from': SK, ':to': `${SK}~` },
      ...(after === undefined ? {} : { ExclusiveStartKey: { PK, SK: after } }),
      Limit: limit,
      ConsistentRead: true,
    }),
  );
  return {
    delegations: Items.map((item) => delegation.parse(item)),
    lastSortKey: LastEvaluatedKey && z.string().parse(LastEvaluatedKey['SK']),
  };
}

const numberItem = z.object({ tenantId: z.string() });

/** Returns the id of the line that has this number (E.164). Reads consistently, in one round trip. */
export const findLineIdOfNumber = async (table: Table, number: string): Promise<string | undefined> =>
  (await findItem(table, keys.number(number), numberItem))?.tenantId;

/** Reports whether the line was deleted together with its partner. */
export async function isLineDeleted(table: Table, tenantId: string): Promise<boolean> {
  const key = keys.deletedLine(tenantId);
  return (await batchGet(table, [key]))(key) !== undefined;
}

/** Reads a line and its agent settings, as stored, in one consistent round trip. */
export async function findLineWithAgent(
  table: Table,
  tenantId: string,
): Promise<{ readonly line: Line; readonly settings: AgentSettings } | undefined> {
  const itemAt = await batchGet(table, [keys.line(tenantId), keys.agent(tenantId)]);
  const found = parseItemAt(itemAt, keys.line(tenantId), line);
  return found && { line: found, settings: parseItemAt(itemAt, keys.agent(tenantId), agentSettings) ?? {} };
}
