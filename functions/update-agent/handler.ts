import {
  SUMMARY_OWNER_LOOKUP_FAILED,
  TENANT_REGION_UNRESOLVED,
  TENANT_TERMINATED,
} from '../../shared/contract/failures.ts';
import { type AgentSettings, agentSettings } from '../../shared/contract/lines/agent.ts';
import {
  checkedAgentSettings,
  patchedAgentSettings,
  renderAgentSettings,
} from '../../shared/domain/agents/agent-settings.ts';
import { type Delegation, requireDelegation } from '../../shared/domain/lines/line.ts';
import { accepted, failure } from '../../shared/domain/requests/failure.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { ok } from '../../shared/http/response.ts';
import { findAgentForUpdate, saveAgent } from '../../shared/store/lines/agents.ts';
import { findDelegation } from '../../shared/store/lines/lines.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import { withConflictRetries } from '../../shared/store/table/transactions.ts';
import type { Telemetry } from '../../shared/telemetry/telemetry.ts';

interface Deps extends Telemetry {
  readonly table: Table;
}

/**
 * PUT /v1/tenants/{customerId}/agent. Two parallel updates of different fields both take effect, because the later one
 * reads the settings again.
 */
export const createHandler = ({ table, ...telemetry }: Deps) =>
  endpoint('update-agent', telemetry, async ({ caller: { partnerId }, tenantId, body }) => {
    requireDelegation(await findDelegation(table, partnerId, tenantId));
    const patch = accepted(checkedAgentSettings(accepted(body(agentSettings))));
    return ok(await withConflictRetries(() => update(table, { partnerId, tenantId }, patch), table.pacing));
  });

/** Reads the delegation again, together with the settings, because the line may have been terminated since. */
async function update(
  table: Table,
  { partnerId, tenantId }: Pick<Delegation, 'partnerId' | 'tenantId'>,
  patch: AgentSettings,
) {
  const withOwner = patch.summaryRecipients !== undefined;
  const found = await findAgentForUpdate(table, partnerId, tenantId, { withOwner });
  const { status } = requireDelegation(found.delegation);
  if (status !== 'active') throw failure(TENANT_TERMINATED);
  if (found.region === null) {
    throw failure(TENANT_REGION_UNRESOLVED);
  }
  if (withOwner && !found.hasOwner) {
    throw failure(SUMMARY_OWNER_LOOKUP_FAILED);
  }
  const settings = patchedAgentSettings(found.agent.settings, patch);
  if (Object.keys(patch).length > 0) {
    await saveAgent(table, { partnerId, tenantId }, { version: found.agent.version, settings });
  }
  return agentSettings.parse(renderAgentSettings(found.region, settings));
}
