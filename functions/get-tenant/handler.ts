import { tenantDetail } from '../../shared/contract/lines/tenants.ts';
import { notDelegatedFailure, requireActiveDelegation } from '../../shared/domain/lines/delegation.ts';
import type { TableDeps } from '../../shared/entry/handler-with-table.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { okResponse } from '../../shared/http/response.ts';
import { findDelegation, findLine } from '../../shared/store/lines/lines.ts';
import { shownDetails } from '../../shared/store/lines/plan-and-integrations.ts';

/** Returns a line: GET /v1/tenants/{customerId}. */
export const createHandler = ({ table, ...telemetry }: TableDeps) =>
  endpoint('get-tenant', telemetry, async ({ caller, tenantId }) => {
    const summary = requireActiveDelegation(await findDelegation(table, caller.partnerId, tenantId));
    const line = await findLine(table, tenantId);
    // The line was terminated after its delegation was read. Without this check, the response would show a purged line
    // as a line that never had integrations.
    if (line?.status === 'terminated') throw notDelegatedFailure();
    return okResponse(tenantDetail.parse({ ...summary, ...shownDetails(line) }));
  });
