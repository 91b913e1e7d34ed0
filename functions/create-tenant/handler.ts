import * as z from 'zod/mini';
import { createTenantHeaders, createTenantInput } from '../../shared/contract/lines/tenant-requests.ts';
import { tenantSummary } from '../../shared/contract/lines/tenants.ts';
import { REPLAYED } from '../../shared/contract/response-headers.ts';
import { checkAgentSettings } from '../../shared/domain/agents/agent-settings.ts';
import { newLineId } from '../../shared/domain/ids.ts';
import { newDelegation } from '../../shared/domain/lines/delegation.ts';
import { bodyHash } from '../../shared/domain/lines/idempotency.ts';
import { valueOrThrow } from '../../shared/domain/requests/failure.ts';
import { parseOrFailure } from '../../shared/domain/requests/parse.ts';
import type { TimedTableDeps } from '../../shared/entry/handler-with-table.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { createdResponse } from '../../shared/http/response.ts';
import { createLine } from '../../shared/store/lines/creation.ts';

/** POST /v1/tenants */
export const createHandler = ({ table, nowMs, ...telemetry }: TimedTableDeps) =>
  endpoint('create-tenant', telemetry, async ({ caller, body, header }) => {
    const input = valueOrThrow(body(createTenantInput));
    const agent = valueOrThrow(checkAgentSettings(input.agent ?? {}));
    const sentKey = valueOrThrow(header('idempotency-key'));
    const key = valueOrThrow(parseOrFailure(createTenantHeaders, { 'Idempotency-Key': sentKey }))['Idempotency-Key'];
    const idempotency = key === undefined ? undefined : { key, bodyHash: bodyHash(body(z.unknown())) };

    const line = newDelegation(caller.partnerId, input, newLineId(nowMs()), nowMs());
    const ours = JSON.stringify(tenantSummary.parse(line));
    const { response, replayed } = await createLine(table, { line, agent, response: ours, idempotency }, nowMs());
    return createdResponse(response, replayed ? { [REPLAYED.name]: REPLAYED.value } : {});
  });
