import { agentSettings } from '../../shared/contract/lines/agent.ts';
import { renderAgentSettings } from '../../shared/domain/agents/agent-settings.ts';
import { requireActiveDelegation } from '../../shared/domain/lines/line.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { ok } from '../../shared/http/response.ts';
import { findAgentOf } from '../../shared/store/lines/agents.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import type { Telemetry } from '../../shared/telemetry/telemetry.ts';

interface Deps extends Telemetry {
  readonly table: Table;
}

/** GET /v1/tenants/{customerId}/agent */
export const createHandler = ({ table, ...telemetry }: Deps) =>
  endpoint('get-agent', telemetry, async ({ caller, tenantId }) => {
    const { delegation, agent } = await findAgentOf(table, caller.partnerId, tenantId);
    const { region } = requireActiveDelegation(delegation);
    return ok(agentSettings.parse(renderAgentSettings(region, agent.settings)));
  });
