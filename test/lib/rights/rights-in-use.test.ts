import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createHandler as authorizer } from '../../../functions/authorizer/handler.ts';
import { createHandler as lineForCall } from '../../../functions/line-for-call/handler.ts';
import { attachNumber, detachNumber } from '../../../operator/records/line-numbers.ts';
import { ROUTES } from '../../../shared/contract/routes.ts';
import { issueSigningSecret } from '../../../shared/secrets/signing-secrets.ts';
import { createPartner } from '../../../shared/store/partners/creation.ts';
import { storeWaitingSecret } from '../../../shared/store/webhooks/secret-writes.ts';
import { fakeKms } from '../../support/aws/fake-kms.ts';
import { aContext, callEndpoint } from '../../support/functions/endpoint-call.ts';
import { ENDPOINT_EVENTS, endpointsOn } from '../../support/functions/endpoints.ts';
import { silent } from '../../support/functions/telemetry.ts';
import { asOperator } from '../../support/table/as-operator.ts';
import { testTable } from '../../support/table/table.ts';
import { actingAs } from './acting-as.ts';

const nowMs = () => Date.parse('2026-11-21T10:00:00.000Z');
const { kms } = fakeKms();

/** Sets up the service for one partner. Every function has only its deployed rights. */
async function restrictedWorld() {
  const table = await testTable();
  const issueSecret = issueSigningSecret(kms, 'key');
  const scopes = ['tenants', 'config', 'calls', 'webhooks'] as const;
  const { partner, apiKey } = await createPartner({ table, issueSecret, nowMs }, { name: 'Acme', scopes: [...scopes] });
  const as = (action: Parameters<typeof actingAs>[0]) => ({ ...silent, table: actingAs(action, table), nowMs });
  return {
    apiKey,
    table,
    lookUp: lineForCall(as('line-for-call')),
    partnerId: partner.partnerId,
    rotateSecret: async () =>
      storeWaitingSecret(table, partner.partnerId, await issueSecret(partner.partnerId), nowMs()),
    authorize: authorizer(as('authorizer')),
    endpoints: endpointsOn((action) => actingAs(action, table), silent),
  };
}

describe("the deployed rights of the API's functions", () => {
  let world: Awaited<ReturnType<typeof restrictedWorld>>;
  let tenantId: string;
  beforeAll(async () => {
    world = await restrictedWorld();
    const { status, body } = await call('create-tenant', {
      body: { name: 'Cafe', region: 'kr', externalId: 'shop-1', agent: { greeting: 'Hello' } },
      headers: { 'Idempotency-Key': 'first' },
    });
    expect(status).toBe(201);
    tenantId = String(body['tenantId']);
  });
  const call = (action: keyof typeof world.endpoints, about: Parameters<typeof callEndpoint>[1]) =>
    callEndpoint(world.endpoints[action], { partnerId: world.partnerId, ...about });

  it('the deployed rights of the authorizer suffice to recognize the partner of a request', async () => {
    const { principalId } = await world.authorize({
      resource: '/v1/whoami',
      multiValueHeaders: { Authorization: [`Bearer ${world.apiKey}`] },
      pathParameters: null,
      requestContext: { requestId: 'request-1', identity: { sourceIp: '10.0.0.1' } },
    });
    expect(principalId).toBe(world.partnerId);
  });

  it.each(ROUTES)('the deployed rights of $action suffice to handle a request', async ({ action }) => {
    const webhookUrl = 'https://partner.com/hook';
    await call('put-webhook', { body: { url: webhookUrl } });
    const newLine = async () => {
      const { body } = await call('create-tenant', { body: { name: 'Cafe', region: 'ca', externalId: randomUUID() } });
      return String(body['tenantId']);
    };
    const event = await ENDPOINT_EVENTS[action]({ partnerId: world.partnerId, tenantId, webhookUrl, newLine });
    expect((await world.endpoints[action](event, aContext)).statusCode).toBeLessThan(300);
  });

  it('update-agent can store settings and summary recipients with the deployed rights', async () => {
    const body = { persona: 'Friendly', summaryRecipients: [{ email: 'owner@cafe.com' }] };
    expect((await call('update-agent', { tenantId, body })).status).toBe(200);
  });

  it('put-webhook can register and replace a webhook with the deployed rights', async () => {
    for (const url of ['https://partner.com/one', 'https://partner.com/two']) {
      expect((await call('put-webhook', { body: { url } })).status).toBe(200);
    }
    await world.rotateSecret();
    expect((await call('put-webhook', { body: { url: 'https://partner.com/two' } })).status).toBe(200);
  });

  it('line-for-call can look up the line of a number with the deployed rights', async () => {
    const number = '+821099990000';
    await attachNumber(asOperator(world.table), tenantId, number);
    expect(await world.lookUp({ number })).toMatchObject({ line: { tenantId, number } });
    await detachNumber(asOperator(world.table), tenantId);
  });

  it('terminate-tenant can terminate and purge a line with the deployed rights', async () => {
    const other = await call('create-tenant', { body: { name: 'Cafe', region: 'ca', externalId: 'shop-2' } });
    const response = await call('terminate-tenant', {
      tenantId: String(other.body['tenantId']),
      body: { reason: 'Closed', purge: true },
    });
    expect(response.status).toBe(200);
  });
});
