import { createHandler as createTenant } from '../../functions/create-tenant/handler.ts';
import { attachNumber } from '../../operator/records/line-numbers.ts';
import type { CallItem } from '../../shared/store/calls/item.ts';
import { createPartner } from '../../shared/store/partners/creation.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import { keys } from '../../shared/store/table/keys.ts';
import { aCall, putItem, recorded } from '../support/functions/deliveries.ts';
import { callEndpoint } from '../support/functions/endpoint-call.ts';
import { aTenant } from '../support/functions/endpoints.ts';
import { silent } from '../support/functions/telemetry.ts';
import { asOperator } from '../support/table/as-operator.ts';
import { testClient, testTable } from '../support/table/table.ts';

const NUMBER = '+821012345678';

export type BenchWorld = Awaited<ReturnType<typeof benchWorld>>;

/** Creates an active partner with all scopes, a line with settings and a number, a webhook and a few calls, on an engine. */
export async function benchWorld(endpoint: string, webhookUrl: string) {
  const table = await testTable(testClient(endpoint));
  const { partner, apiKey } = await createPartner(
    { table, issueSecret: async () => ({ ciphertext: 'c2VhbGVk', hint: '5e5e' }), nowMs: Date.now },
    { name: 'Acme', scopes: ['tenants', 'config', 'calls', 'webhooks'] },
  );
  const { partnerId } = partner;
  await putItem(table, { ...keys.webhook(partnerId), ...aWebhook(webhookUrl) });
  const newLine = lineMaker(table, partnerId);
  const tenantId = await newLine();
  await attachNumber(asOperator(table), tenantId, NUMBER);
  const newDelivery = (about: Partial<CallItem> = {}) =>
    recorded(table, aCall({ partnerId, tenantId, storedAtMs: Date.now() - 1_000, ...about }));
  for (let n = 0; n < 20; n += 1) await newDelivery();
  return { table, partnerId, apiKey, tenantId, number: NUMBER, webhookUrl, newLine, newDelivery };
}

function lineMaker(table: Table, partnerId: string) {
  const create = createTenant({ ...silent, table, nowMs: Date.now });
  return async () => {
    const { status, body } = await callEndpoint(create, { partnerId, body: aTenant() });
    if (status !== 201) throw new Error(`No line: ${status}`);
    return String(body['tenantId']);
  };
}

function aWebhook(url: string) {
  const at = new Date().toISOString();
  return { url, events: ['call.completed'], signingSecretHint: '5e5e', createdAt: at, updatedAt: at };
}
