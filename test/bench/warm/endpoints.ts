import type { APIGatewayProxyResult, Context } from 'aws-lambda';
import * as createTenant from '../../../functions/create-tenant/handler.ts';
import * as getAgent from '../../../functions/get-agent/handler.ts';
import * as getTenant from '../../../functions/get-tenant/handler.ts';
import * as getWebhook from '../../../functions/get-webhook/handler.ts';
import * as listCalls from '../../../functions/list-calls/handler.ts';
import * as listTenants from '../../../functions/list-tenants/handler.ts';
import * as putWebhook from '../../../functions/put-webhook/handler.ts';
import * as terminateTenant from '../../../functions/terminate-tenant/handler.ts';
import * as updateAgent from '../../../functions/update-agent/handler.ts';
import * as whoami from '../../../functions/whoami/handler.ts';
import type { Action } from '../../../shared/contract/routes.ts';
import type { ApiEvent } from '../../../shared/http/api-event.ts';
import type { Table } from '../../../shared/store/table/connect.ts';
import type { Telemetry } from '../../../shared/telemetry/telemetry.ts';

export type Endpoint = (event: ApiEvent, context: Context) => Promise<APIGatewayProxyResult>;

/** Creates every endpoint on the given table. DNS and the key service respond at once. */
export function endpointsOn(table: Table, telemetry: Telemetry): Record<Action, Endpoint> {
  const deps = { ...telemetry, table, nowMs: Date.now };
  return {
    whoami: whoami.createHandler(telemetry),
    'list-tenants': listTenants.createHandler(deps),
    'create-tenant': createTenant.createHandler(deps),
    'get-tenant': getTenant.createHandler(deps),
    'terminate-tenant': terminateTenant.createHandler(deps),
    'get-agent': getAgent.createHandler(deps),
    'update-agent': updateAgent.createHandler(deps),
    'list-calls': listCalls.createHandler(deps),
    'get-webhook': getWebhook.createHandler(deps),
    'put-webhook': putWebhook.createHandler({
      ...deps,
      resolve: async () => ({ kind: 'addresses', addresses: ['93.184.215.14'] }),
      secrets: { decrypt: async () => `whsec_${'5e'.repeat(32)}` },
      allowLocal: false,
    }),
  };
}
