import { agentSettings } from '../../shared/contract/lines/agent.ts';
import { renderAgentSettings } from '../../shared/domain/agents/agent-settings.ts';
import { requireActiveDelegation } from '../../shared/domain/lines/delegation.ts';
import type { TableDeps } from '../../shared/entry/handler-with-table.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { okResponse } from '../../shared/http/response.ts';
import { findAgent } from '../../shared/store/lines/agents.ts';
import { findDelegation } from '../../shared/store/lines/lines.ts';

/** Returns the settings of a line's agent: GET /v1/tenants/{customerId}/agent. */
export const createHandler = ({ table, ...telemetry }: TableDeps) =>
  endpoint('get-agent', telemetry, async ({ caller, tenantId }) => {
    const delegated = async () => requireActiveDelegation(await findDelegation(table, caller.partnerId, tenantId));
    const { region } = await delegated();
    const agent = await findAgent(table, tenantId);
    // A purge deletes settings. Without this check, a line that was just purged would look like one without settings.
    if (agent.version === 0) await delegated();
    return okResponse(agentSettings.parse(renderAgentSettings(region, agent.settings)));
  });
