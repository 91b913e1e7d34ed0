import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { createHandler as authorizer } from '../../../functions/authorizer/handler.ts';
import type { Action } from '../../../shared/contract/routes.ts';
import type { SigningSecrets } from '../../../shared/secrets/signing-secrets.ts';
import type { Table } from '../../../shared/store/table/connect.ts';
import { exchange } from '../../support/functions/endpoint-call.ts';
import { endpointOn } from '../../support/functions/endpoints.ts';
import { silent } from '../../support/functions/telemetry.ts';
import { intercepted } from '../../support/table/faulty.ts';
import type { ModelResponse, Request, RequestOp } from './operations.ts';

interface Deps {
  readonly secrets: SigningSecrets;
  readonly nowMs: () => number;
}

type About = NonNullable<Parameters<typeof exchange>[1]>;

const rejection = z.strictObject({ error: z.string().min(1), code: z.string().optional() });
const cursorIn = z.object({ nextCursor: z.string() });

const ACTIONS = {
  whoami: 'whoami',
  createLine: 'create-tenant',
  listLines: 'list-tenants',
  getLine: 'get-tenant',
  terminate: 'terminate-tenant',
  getAgent: 'get-agent',
  putAgent: 'update-agent',
  listCalls: 'list-calls',
  getWebhook: 'get-webhook',
  putWebhook: 'put-webhook',
} as const satisfies Readonly<Record<Request['do'], Action>>;

/** The partner API behind the gateway: the authorizer, then the endpoint with its middleware. */
export function partnerApi({ secrets, nowMs }: Deps) {
  const cursors: string[] = [];
  let callers = 0;

  const endpointFor = (request: Request, table: Table) =>
    endpointOn(ACTIONS[request.do], {
      table: request.do === 'terminate' && request.interrupted ? dyingAfterItsFirstWrite(table) : table,
      secrets,
      nowMs,
    });

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

  /** Replaces each opaque cursor with a number, in the order in which the service returned them. */
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
      const { status, body } = await exchange(endpointFor(request, table), {
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
  return intercepted(table, send);
}
