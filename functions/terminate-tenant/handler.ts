import { randomUUID } from 'node:crypto';
import { terminateTenantInput } from '../../shared/contract/lines/tenant-requests.ts';
import { termination } from '../../shared/contract/lines/tenants.ts';
import { requireDelegation } from '../../shared/domain/lines/delegation.ts';
import { valueOrThrow } from '../../shared/domain/requests/failure.ts';
import type { TimedTableDeps } from '../../shared/entry/handler-with-table.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { okResponse } from '../../shared/http/response.ts';
import { findDelegation, findLine } from '../../shared/store/lines/lines.ts';
import {
  carrierReleaseFailure,
  releaseLine,
  repeatedDeleteFailure,
  terminateLine,
} from '../../shared/store/lines/termination.ts';

/**
 * DELETE /v1/tenants/{customerId}. A termination has two steps, and the table records each. If the service was
 * interrupted before the second step, the next DELETE completes the termination and returns ALREADY_TERMINATED.
 */
export const createHandler = ({ table, nowMs, ...telemetry }: TimedTableDeps) =>
  endpoint('terminate-tenant', telemetry, async ({ caller, tenantId, body }) => {
    const delegation = requireDelegation(await findDelegation(table, caller.partnerId, tenantId));
    const { reason, purge } = valueOrThrow(body(terminateTenantInput));
    const token = randomUUID();

    if (delegation.status === 'active') {
      const outcome = await terminateLine(table, delegation, { reason, purge, nowMs: nowMs(), token });
      if (outcome.kind === 'numberAttached') throw carrierReleaseFailure();
      if (outcome.kind === 'terminated') {
        // The line must be read after the first step of the termination. Before that, a number could still be attached
        // or detached.
        const [line] = await Promise.all([findLine(table, tenantId), releaseLine(table, delegation, { purge, token })]);
        const numberReclaimed = line?.numberReleased === true;
        const { terminatedAt } = outcome;
        return okResponse(termination.parse({ status: 'terminated', numberReclaimed, terminatedAt }));
      }
    }
    throw repeatedDeleteFailure(await releaseLine(table, delegation, { purge, token }));
  });
