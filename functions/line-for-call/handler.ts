import { renderAgentSettings } from '../../shared/domain/agents/agent-settings.ts';
import { lineIdOrUnusedId } from '../../shared/domain/ids.ts';
import {
  type LineForCallResponse,
  lineForCallInput,
  notServedResponse,
  servedResponse,
} from '../../shared/domain/lines/line-for-call.ts';
import { Failure } from '../../shared/domain/requests/failure.ts';
import { parseOrFailure } from '../../shared/domain/requests/parse.ts';
import type { TableDeps } from '../../shared/entry/handler-with-table.ts';
import { findLineIdOfNumber, findLineWithAgent, isLineDeleted } from '../../shared/store/lines/lines.ts';
import type { Table } from '../../shared/store/table/connect.ts';

/**
 * Returns the settings of the agent for a call. Serves an active line even if its partner is suspended, because the
 * suspension must not affect callers. Throws if the table does not respond, so that a fault is never taken for a number
 * without a line.
 */
export const createHandler =
  ({ table, logger, meter }: TableDeps) =>
  async (event: unknown): Promise<LineForCallResponse> => {
    const input = parseOrFailure(lineForCallInput, event);
    if (input instanceof Failure) {
      logger.info('Look-up rejected', { reason: input.message });
      return { refused: { message: input.message } };
    }
    const { number, purpose } = input;
    const tenantId = number === undefined ? lineIdOrUnusedId(input.tenantId) : await findLineIdOfNumber(table, number);
    const response = tenantId === undefined ? notServedResponse('unknown') : await lookUpLine(table, tenantId, number);
    if ('line' in response && purpose === 'call') meter.count('callsLookedUp');
    logger.info('Line looked up', { tenantId, purpose, ...outcomeOf(response) });
    return response;
  };

async function lookUpLine(table: Table, tenantId: string, dialled: string | undefined): Promise<LineForCallResponse> {
  const found = await findLineWithAgent(table, tenantId);
  // The number may have been detached between the two reads.
  if (dialled !== undefined && found?.line.number !== dialled) return notServedResponse('unknown');
  if (!found) return notServedResponse((await isLineDeleted(table, tenantId)) ? 'terminated' : 'unknown');
  const { line, settings } = found;
  if (line.status !== 'active') return notServedResponse('terminated');
  const { partnerId, name, region, number = null, plan = null } = line;
  return servedResponse({
    line: { tenantId, partnerId, name, region, number, plan },
    agent: renderAgentSettings(region, settings),
  });
}

/** Returns what the log says about a response. The log never has the settings, because they may name people. */
const outcomeOf = (response: LineForCallResponse) =>
  'line' in response
    ? { outcome: 'served', version: response.version }
    : { outcome: 'notServed' in response ? response.notServed.reason : 'refused' };
