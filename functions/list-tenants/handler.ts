import { tenantPage } from '../../shared/contract/lines/tenants.ts';
import { pageQuery } from '../../shared/contract/paging.ts';
import { cursorCodec } from '../../shared/domain/requests/cursor.ts';
import { valueOrThrow } from '../../shared/domain/requests/failure.ts';
import type { TimedTableDeps } from '../../shared/entry/handler-with-table.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { okResponse } from '../../shared/http/response.ts';
import { listLines } from '../../shared/store/lines/lines.ts';

/** GET /v1/tenants, oldest line first. */
export const createHandler = ({ table, nowMs, ...telemetry }: TimedTableDeps) =>
  endpoint('list-tenants', telemetry, async ({ caller: { partnerId }, apiKey, query }) => {
    const { limit, cursor } = valueOrThrow(query(pageQuery));
    const cursors = cursorCodec(apiKey, [partnerId, 'list-tenants'], nowMs);
    const after = valueOrThrow(cursors.open(cursor));
    const { lines, lastSortKey } = await listLines(table, partnerId, { limit, after });
    return okResponse(tenantPage.parse({ tenants: lines, nextCursor: cursors.seal(lastSortKey) }));
  });
