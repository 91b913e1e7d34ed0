import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { createHandler as authorizer } from '../../../functions/authorizer/handler.ts';
import { createHandler as createTenant } from '../../../functions/create-tenant/handler.ts';
import { createHandler as getAgent } from '../../../functions/get-agent/handler.ts';
import { createHandler as getTenant } from '../../../functions/get-tenant/handler.ts';
import { createHandler as getWebhook } from '../../../functions/get-webhook/handler.ts';
import { createHandler as listCalls } from '../../../functions/list-calls/handler.ts';
import { createHandler as listTenants } from '../../../functions/list-tenants/handler.ts';
import { createHandler as putWebhook } from '../../../functions/put-webhook/handler.ts';
import { createHandler as terminateTenant } from '../../../functions/terminate-tenant/handler.ts';
import { createHandler as updateAgent } from '../../../functions/update-agent/handler.ts';
import { createHandler as whoami } from '../../../functions/whoami/handler.ts';
import type { Resolve } from '../../../shared/delivery/permitted-receivers/resolver.ts';
import type { SigningSecrets } from '../../../shared/secrets/signing-secrets.ts';
import type { Table } from '../../../shared/store/table/connect.ts';
import { exchange } from '../../support/functions/endpoint-call.ts';
import { silent } from '../../support/functions/telemetry.ts';
import { intercepted } from '../../support/table/faulty.ts';
import type { ModelResponse, Request, RequestOp } from './operations.ts';

interface Deps {
  readonly secrets: SigningSecrets;
  readonly nowMs: () => number;
}

type About = NonNullable<Parameters<typeof exchange>[1]>;

const everythingIsPublic: Resolve = async () => ({ kind: 'addresses', addresses: ['8.8.8.8'] });
const rejection = z.strictObject({ error: z.string().min(1), code: z.string().optional() });
const cursorIn = z.object({ nextCursor: z.string() });

/** The partner API behind the gateway: the authorizer, then the endpoint with its middleware. */
export function partnerApi({ secrets, nowMs }: Deps) {
  const cursors: string[] = [];
  let callers = 0;

  const handlers = (table: Table, request: Request) => {
    const seen = request.do === 'terminate' && request.interrupted ? dyingAfterItsFirstWrite(table) : table;
    const deps = { ...silent, table: seen, nowMs };
    return {
      whoami: () => whoami(silent),
      createLine: () => createTenant(deps),
      listLines: () => listTenants(deps),
      getLine: () => getTenant(deps),
      terminate: () => terminateTenant(deps),
      getAgent: () => getAgent(deps),
      putAgent: () => updateAgent(deps),
      listCalls: () => listCalls(deps),
      getWebhook: () => getWebhook(deps),
      putWebhook: () => putWebhook({ ...deps, secrets, resolve: everythingIsPublic, allowLocal: false }),
    }[request.do]();
  };

  function aboutOf(request: Request): About {
    switch (request.do) {
      case 'createLine':
        return { body: request.body, headers: request.key === undefined ? {} : { 'Idempotency-Key': request.key } };
      case 'terminate':
        return { body: { purge: request.purge, reason: 'closed' } };
      case 'putAgent':
        return { body: request.patch };
      case 'putWebhook':
        return { body: { url: request.url, events: request.events } };
      case 'listLines':
      case 'listCalls': {
        const { do: _, cursor, ...query } = request;
        const given = cursor === undefined ? {} : { cursor: cursors[cursor] ?? 'damaged' };
        const entries = Object.entries({ ...query, ...given }).filter(([, value]) => value !== undefined);
        return { query: Object.fromEntries(entries.map(([name, value]) => [name, String(value)])) };
      }
      default:
        return {};
    }
  }

  /**
   * Replaces each opaque cursor with a number. Cursors are numbered in the order in which the service returned them.
   */
  function toldBody(body: Record<string, unknown>): Record<string, unknown> {
    const { data } = cursorIn.safeParse(body);
    return data ? { ...body, nextCursor: cursors.push(data.nextCursor) - 1 } : body;
  }

  return {
    async request(table: Table, { apiKey, tenantId, request }: RequestOp): Promise<ModelResponse> {
      callers += 1;
      const headers = { Authorization: `Bearer ${apiKey}` };
      const { context, policyDocument } = await authorizer({ ...silent, table, nowMs })({
        resource: request.do,
        pathParameters: { customerId: tenantId },
        multiValueHeaders: { Authorization: [headers.Authorization] },
        // Each request comes from its own address, so no rate limit applies.
        requestContext: { requestId: 'request', identity: { sourceIp: `caller-${callers}` } },
      });
      const said = Object.fromEntries(Object.entries(context ?? {}).map(([name, value]) => [name, String(value)]));
      if (JSON.stringify(policyDocument).includes('Deny')) return { status: 401, error: said['message'] };
      const about = aboutOf(request);
      const { status, body } = await exchange(handlers(table, request), {
        ...about,
        ...{ tenantId, authorizer: said, headers: { ...headers, ...about.headers } },
      });
      return status < 400 ? { status, body: toldBody(body) } : { status, ...rejection.parse(body) };
    },
  };
}

/** A table that fails every command after its first transaction. */
function dyingAfterItsFirstWrite(table: Table): Table {
  let isDead = false;
  const send = async (command: Parameters<Table['db']['send']>[0]) => {
    if (isDead) throw new Error('The service has died');
    const response = await table.db.send(command);
    isDead = command instanceof TransactWriteCommand;
    return response;
  };
  return { ...intercepted(table, send), pacing: table.pacing };
}
