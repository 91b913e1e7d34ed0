import { randomUUID } from 'node:crypto';
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
import { permittedReceivers } from '../../../shared/delivery/permitted-receivers/local-webhooks.ts';
import type { Resolve } from '../../../shared/delivery/permitted-receivers/resolver.ts';
import type { ApiEvent } from '../../../shared/http/request.ts';
import type { SigningSecrets } from '../../../shared/secrets/signing-secrets.ts';
import type { Table } from '../../../shared/store/table/connect.ts';
import type { Telemetry } from '../../../shared/telemetry/telemetry.ts';
import { SECRET } from '../receivers/signature.ts';
import { apiEvent } from './endpoint-call.ts';
import { silent } from './telemetry.ts';

export type Endpoint = (event: ApiEvent, context: Context) => Promise<APIGatewayProxyResult>;

interface Deps extends Telemetry {
  readonly table: Table;
  readonly nowMs: () => number;
  /** The look-up of host names. Without it, every host is public. */
  readonly resolve?: Resolve;
  readonly secrets?: SigningSecrets;
}

/** A partner with a line and a webhook. */
interface EndpointWorld {
  readonly partnerId: string;
  readonly tenantId: string;
  readonly webhookUrl: string;
  /** Creates another line, and returns its id. */
  readonly newLine: () => Promise<string>;
}

interface Row {
  readonly create: (deps: Deps) => Endpoint;
  /** Returns an event that the endpoint handles successfully. Each call of the endpoint needs a new one. */
  readonly event: (world: EndpointWorld) => ApiEvent | Promise<ApiEvent>;
}

/** Every endpoint. One without a row does not compile. DNS and the key service respond at once. */
const ENDPOINTS: Readonly<Record<Action, Row>> = {
  whoami: { create: whoami.createHandler, event: ({ partnerId }) => apiEvent({ partnerId }) },
  'list-tenants': { create: listTenants.createHandler, event: ({ partnerId }) => apiEvent({ partnerId }) },
  'create-tenant': {
    create: createTenant.createHandler,
    event: ({ partnerId }) => apiEvent({ partnerId, body: aTenant(), headers: { 'Idempotency-Key': randomUUID() } }),
  },
  'get-tenant': {
    create: getTenant.createHandler,
    event: ({ partnerId, tenantId }) => apiEvent({ partnerId, tenantId }),
  },
  'terminate-tenant': {
    create: terminateTenant.createHandler,
    event: async ({ partnerId, newLine }) => apiEvent({ partnerId, tenantId: await newLine() }),
  },
  'get-agent': {
    create: getAgent.createHandler,
    event: ({ partnerId, tenantId }) => apiEvent({ partnerId, tenantId }),
  },
  'update-agent': {
    create: updateAgent.createHandler,
    event: ({ partnerId, tenantId }) => apiEvent({ partnerId, tenantId, body: { persona: 'Be kind.' } }),
  },
  'list-calls': {
    create: listCalls.createHandler,
    event: ({ partnerId, tenantId }) => apiEvent({ partnerId, tenantId }),
  },
  'get-webhook': { create: getWebhook.createHandler, event: ({ partnerId }) => apiEvent({ partnerId }) },
  'put-webhook': {
    create: (deps) =>
      putWebhook.createHandler({
        ...permittedReceivers({ allowLocalWebhooks: false }),
        resolve: async () => ({ kind: 'addresses', addresses: ['93.184.215.14'] }),
        secrets: { decrypt: async () => SECRET },
        allowLocalWebhooks: false,
        ...deps,
      }),
    event: ({ partnerId, webhookUrl }) => apiEvent({ partnerId, body: { url: webhookUrl } }),
  },
};

const ofEach = <T>(pick: (row: Row, action: Action) => T) =>
  Object.fromEntries(Object.entries(ENDPOINTS).map(([action, row]) => [action, pick(row, action as Action)])) as Record<
    Action,
    T
  >;

/** Creates every endpoint on a table. The table can also be a function that returns it for an endpoint. */
export const endpointsOn = (
  table: Table | ((action: Action) => Table),
  telemetry: Telemetry,
): Record<Action, Endpoint> =>
  ofEach(({ create }, action) =>
    create({ ...telemetry, table: typeof table === 'function' ? table(action) : table, nowMs: Date.now }),
  );

/** Creates one endpoint. Its log and metrics do not matter unless a test passes `telemetry`. */
export const endpointOn = (action: Action, deps: Omit<Deps, keyof Telemetry>, telemetry = silent): Endpoint =>
  ENDPOINTS[action].create({ ...telemetry, ...deps });

export const ENDPOINT_EVENTS = ofEach(({ event }) => event);

/** Returns a new body for POST /v1/tenants. */
export const aTenant = () => ({
  name: 'Corner Cafe',
  region: 'kr',
  externalId: randomUUID(),
  agent: { persona: 'Be kind, and brief.' },
});
