import { callPage, callsQuery, SINCE_MS } from '../../shared/contract/calls/calls.ts';
import { requireActiveDelegation } from '../../shared/domain/lines/delegation.ts';
import { cursorCodec } from '../../shared/domain/requests/cursor.ts';
import { valueOrThrow } from '../../shared/domain/requests/failure.ts';
import type { TimedTableDeps } from '../../shared/entry/handler-with-table.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { okResponse } from '../../shared/http/response.ts';
import { listCalls } from '../../shared/store/calls/calls.ts';
import { findDelegation } from '../../shared/store/lines/lines.ts';

/** GET /v1/tenants/{customerId}/calls. A cursor is valid only for the line and the `since` for which it was made. */
export const createHandler = ({ table, nowMs, ...telemetry }: TimedTableDeps) =>
  endpoint('list-calls', telemetry, async ({ caller: { partnerId }, tenantId, apiKey, query }) => {
    requireActiveDelegation(await findDelegation(table, partnerId, tenantId));
    const { limit, since, cursor } = valueOrThrow(query(callsQuery));
    const cursors = cursorCodec(apiKey, [partnerId, 'list-calls', tenantId, String(since ?? 'always')], nowMs);
    const after = valueOrThrow(cursors.open(cursor));
    const { calls, lastSortKey } = await listCalls(table, tenantId, {
      limit,
      sinceMs: since ?? SINCE_MS.min,
      after,
      nowMs: nowMs(),
    });
    return okResponse(callPage.parse({ calls, nextCursor: cursors.seal(lastSortKey) }));
  });
