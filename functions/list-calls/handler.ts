import { callPage, callsQuery } from '../../shared/contract/calls.ts';
import { requireActiveDelegation } from '../../shared/domain/lines/line.ts';
import { openCursor, sealCursor } from '../../shared/domain/requests/cursor.ts';
import { Failure } from '../../shared/domain/requests/failure.ts';
import { failureOr } from '../../shared/domain/requests/failure-or.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { ok } from '../../shared/http/reply.ts';
import type { ApiRequest } from '../../shared/http/request.ts';
import { listCalls } from '../../shared/store/calls/calls.ts';
import type { CallItem } from '../../shared/store/calls/item.ts';
import { findDelegation } from '../../shared/store/lines/lines.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import type { Telemetry } from '../../shared/telemetry/telemetry.ts';

interface Deps extends Telemetry {
  readonly table: Table;
  readonly nowMs: () => number;
}

/** GET /v1/tenants/{customerId}/calls. What is wrong with the query is said only to those who may reach the line. */
export const createHandler = ({ table, nowMs, ...telemetry }: Deps) =>
  endpoint('list-calls', telemetry, async (request) => {
    const { caller, tenantId, apiKey } = request;
    const wanted = failureOr(() => wantedPage(request, nowMs()));
    const [delegation, page] = await Promise.all([
      findDelegation(table, caller.partnerId, tenantId),
      wanted instanceof Failure ? undefined : listCalls(table, tenantId, wanted),
    ]);
    requireActiveDelegation(delegation);
    if (wanted instanceof Failure) throw wanted;
    const { calls = [], lastSortKey = null } = page ?? {};
    const nextCursor = lastSortKey && sealCursor(apiKey, wanted.binding, { sortKey: lastSortKey }, nowMs());
    return ok(callPage.parse({ calls: calls.map(summaryOf), nextCursor }));
  });

/** The page that the query asks for. A cursor holds only for the list that it came from. */
function wantedPage({ caller, tenantId, apiKey, query }: ApiRequest, nowMs: number) {
  const { limit, since, cursor } = query(callsQuery);
  const binding = [caller.partnerId, 'list-calls', tenantId, String(since ?? 'always')];
  const after = cursor === undefined ? undefined : openCursor(apiKey, binding, cursor, nowMs).sortKey;
  return { limit, sinceMs: since ?? 0, after, binding };
}

const summaryOf = ({ storedAtMs, ...call }: CallItem) => ({ ...call, startedAt: new Date(storedAtMs).toISOString() });
