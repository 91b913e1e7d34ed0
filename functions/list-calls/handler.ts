import { callPage, callsQuery } from '../../shared/contract/calls/calls.ts';
import { requireActiveDelegation } from '../../shared/domain/lines/line.ts';
import { cursorsOf } from '../../shared/domain/requests/cursor.ts';
import { accepted, Failure } from '../../shared/domain/requests/failure.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import type { ApiRequest } from '../../shared/http/request.ts';
import { ok } from '../../shared/http/response.ts';
import { listCalls } from '../../shared/store/calls/calls.ts';
import type { CallItem } from '../../shared/store/calls/item.ts';
import { findDelegation } from '../../shared/store/lines/lines.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import type { Telemetry } from '../../shared/telemetry/telemetry.ts';

interface Deps extends Telemetry {
  readonly table: Table;
  readonly nowMs: () => number;
}

/** GET /v1/tenants/{customerId}/calls. Only a partner that may reach the line learns what is wrong with its query. */
export const createHandler = ({ table, nowMs, ...telemetry }: Deps) =>
  endpoint('list-calls', telemetry, async (request) => {
    const { caller, tenantId } = request;
    const asked = askedPage(request, nowMs);
    const [delegation, page] = await Promise.all([
      findDelegation(table, caller.partnerId, tenantId),
      asked instanceof Failure ? undefined : listCalls(table, tenantId, { ...asked, nowMs: nowMs() }),
    ]);
    requireActiveDelegation(delegation);
    const { cursors } = accepted(asked);
    const { calls = [], lastSortKey = null } = page ?? {};
    return ok(callPage.parse({ calls: calls.map(summaryOf), nextCursor: cursors.seal(lastSortKey) }));
  });

/** Reads which page the query asks for. A cursor is valid only for the list that it came from. */
function askedPage({ caller, tenantId, apiKey, query }: ApiRequest, nowMs: () => number) {
  const asked = query(callsQuery);
  if (asked instanceof Failure) return asked;
  const { limit, since, cursor } = asked;
  const cursors = cursorsOf(apiKey, [caller.partnerId, 'list-calls', tenantId, String(since ?? 'always')], nowMs);
  const after = cursors.open(cursor);
  return after instanceof Failure ? after : { limit, sinceMs: since ?? 0, after, cursors };
}

const summaryOf = ({ storedAtMs, ...call }: CallItem) => ({ ...call, startedAt: new Date(storedAtMs).toISOString() });
