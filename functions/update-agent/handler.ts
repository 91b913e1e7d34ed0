import {
  SUMMARY_OWNER_LOOKUP_FAILED,
  TENANT_REGION_UNRESOLVED,
  TENANT_TERMINATED,
} from '../../shared/contract/failures.ts';
import { agentSettings } from '../../shared/contract/lines/agent.ts';
import {
  checkAgentSettings,
  patchAgentSettings,
  renderAgentSettings,
} from '../../shared/domain/agents/agent-settings.ts';
import { requireDelegation } from '../../shared/domain/lines/delegation.ts';
import { failure, valueOrThrow } from '../../shared/domain/requests/failure.ts';
import type { TableDeps } from '../../shared/entry/handler-with-table.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import type { ApiRequest } from '../../shared/http/request.ts';
import { okResponse } from '../../shared/http/response.ts';
import { findAgentForUpdate, saveAgent } from '../../shared/store/lines/agents.ts';
import { findDelegation } from '../../shared/store/lines/lines.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import { withConflictRetries } from '../../shared/store/table/transactions.ts';

/**
 * PUT /v1/tenants/{customerId}/agent. If two parallel updates change different fields, both take effect, because the
 * later update reads the settings again.
 */
export const createHandler = ({ table, ...telemetry }: TableDeps) =>
  endpoint('update-agent', telemetry, async (request) =>
    okResponse(await withConflictRetries(() => updateAgent(table, request), table.pacing)),
  );

async function updateAgent(table: Table, { caller: { partnerId }, tenantId, body }: ApiRequest) {
  const status = async () => requireDelegation(await findDelegation(table, partnerId, tenantId)).status;
  const statusAtFirst = await status();
  const patch = valueOrThrow(checkAgentSettings(valueOrThrow(body(agentSettings))));
  if (statusAtFirst !== 'active') throw failure(TENANT_TERMINATED);
  const withOwner = patch.summaryRecipients !== undefined;
  const found = await findAgentForUpdate(table, tenantId, { withOwner });
  // Null if the item of the line is missing or has no valid region.
  const region = found.line?.region ?? null;
  // If the owner is missing or the look-up failed, it is unknown on whose behalf to send summaries.
  const ownerFailure = withOwner && found.owner !== 'known' ? SUMMARY_OWNER_LOOKUP_FAILED : undefined;
  const failureOfLookup = region === null ? TENANT_REGION_UNRESOLVED : ownerFailure;
  // A purge deletes the owner, so the line may have been purged since the first look-up.
  if (failureOfLookup) throw failure((await status()) === 'active' ? failureOfLookup : TENANT_TERMINATED);
  const settings = patchAgentSettings(found.agent.settings, patch);
  if (Object.keys(patch).length > 0) {
    await saveAgent(table, { partnerId, tenantId }, { version: found.agent.version, settings });
  } else if (found.agent.version === 0) {
    // Nothing was saved, so `saveAgent` did not check the line. A purge deletes the settings, so only a line without
    // settings can have been purged.
    await status();
  }
  return agentSettings.parse(renderAgentSettings(region, settings));
}
