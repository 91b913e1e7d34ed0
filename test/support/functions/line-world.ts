import { createHandler as createTenant } from '../../../functions/create-tenant/handler.ts';
import { createHandler as getTenant } from '../../../functions/get-tenant/handler.ts';
import { createHandler as listTenants } from '../../../functions/list-tenants/handler.ts';
import { createHandler as terminateTenant } from '../../../functions/terminate-tenant/handler.ts';
import { createPartner } from '../../../shared/store/partners/creation.ts';
import type { Table } from '../../../shared/store/table/connect.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { changeItem, itemAt } from './deliveries.ts';
import { exchange } from './endpoint-call.ts';
import { recordingTelemetry } from './telemetry.ts';

export const NOW_MS = Date.parse('2026-11-21T10:00:00.000Z');

type About = NonNullable<Parameters<typeof exchange>[1]>;
type Key = { readonly PK: string; readonly SK: string };

interface World {
  readonly quota?: number;
  readonly nowMs?: () => number;
  /** The table as the endpoints see it. A test can pass a table with faults. */
  readonly seen?: Table;
  /** The id of a partner from another world, in place of a new one. */
  readonly as?: string;
}

/** Returns a partner and the four endpoints for its lines, on a real table. */
export async function lineWorld(table: Table, { quota, nowMs = () => NOW_MS, seen = table, as }: World = {}) {
  const partnerId = as ?? (await newPartner(table, quota));
  const { noted, ...telemetry } = recordingTelemetry();
  const handlers = {
    create: createTenant({ ...telemetry, table: seen, nowMs }),
    list: listTenants({ ...telemetry, table: seen, nowMs }),
    get: getTenant({ ...telemetry, table: seen }),
    terminate: terminateTenant({ ...telemetry, table: seen, nowMs }),
  };
  const call = (name: keyof typeof handlers, more: About) => exchange(handlers[name], { partnerId, ...more });
  const create = (body: unknown, headers: About['headers'] = {}) => call('create', { body, headers });
  return {
    partnerId,
    /** Returns the metrics that were recorded so far. */
    noted,
    create,
    list: (query: About['query'] = {}) => call('list', { query }),
    get: (tenantId: string) => call('get', { tenantId }),
    terminate: (tenantId: string, body?: unknown) => call('terminate', { tenantId, body }),
    /** Creates a line of this partner and returns its id. */
    async line(body: Readonly<Record<string, unknown>> = {}): Promise<string> {
      const { status, body: response, text } = await create(aLine(body));
      if (status !== 201) throw new Error(text);
      return String(response['tenantId']);
    },
    item: (Key: Key) => itemAt(table, Key),
    /** Returns the count that is compared with the partner's quota. */
    async lineCount(): Promise<unknown> {
      return (await this.item(keys.partner(partnerId)))?.['lineCount'];
    },
    /** Sets an attribute, as the operator's tools or a fault would leave it. */
    set: (Key: Key, attribute: string, value: unknown) => changeItem(table, Key, { [attribute]: value }),
  };
}

async function newPartner(table: Table, quota: number | undefined): Promise<string> {
  const issueSecret = async () => ({ ciphertext: 'c2VhbGVk', hint: '00ff' });
  const deps = { table, issueSecret, nowMs: () => NOW_MS };
  return (await createPartner(deps, { name: 'Acme', scopes: ['tenants'], quota })).partner.partnerId;
}

let made = 0;

/** Returns a body for POST /v1/tenants. Tests pass only the fields that they are about. */
export const aLine = (about: Readonly<Record<string, unknown>> = {}) => {
  made += 1;
  return { name: 'Corner Cafe', region: 'kr', externalId: `shop-${made}`, ...about };
};
