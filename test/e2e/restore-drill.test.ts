import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { keys } from '../../shared/store/table/keys.ts';
import { clientSettings } from '../../tooling/local-service.ts';
import { changeItem, putItems, removeItem } from '../support/functions/deliveries.ts';
import { type Receiver, startReceiver } from '../support/receivers/receiver.ts';
import { operator, runOperatorHere } from '../support/service/operator.ts';
import { ownService } from '../support/service/own-service.ts';
import { wholeTable } from '../support/service/stored.ts';
import { type Subscriber, subscriberAt } from '../support/service/subscriber.ts';
import { tableShape } from '../support/table/table.ts';
import { until } from '../support/until.ts';

const MAPPINGS = ['intake', 'relay', 'deliver', 'deliver-slow', 'deliver-hung'];

const service = ownService(['--allow-local-webhooks', '--retry-base-seconds', '30']);
const { dataDir } = service;
let receiver: Receiver;
let partner: Subscriber;
let isDown = false;

beforeAll(async () => {
  receiver = await startReceiver(() => (isDown ? 500 : 200));
  partner = await subscriberAt(receiver.url, service.ready);
});
afterAll(() => receiver.close());

const run = (...args: string[]) =>
  operator<{ copied?: string[]; leftOut?: unknown[]; missing?: string[] }>(dataDir, args);
const switchMappings = async (verb: 'disable' | 'enable') => {
  for (const name of MAPPINGS) await run('mapping', verb, '--name', name);
};
const statusOf = async (callId: string) =>
  (await operator<{ status: string }[]>(dataDir, ['delivery', 'show', '--call', callId]))[0]?.status;
const settled = async (callId: string, status: string) => until(async () => (await statusOf(callId)) === status);
const verified = async () => JSON.parse((await runOperatorHere(dataDir, ['verify'])).stdout).broken;

function tables() {
  const { dynamodbEndpoint, credentials, tableName } = service.ready;
  const client = new DynamoDBClient(clientSettings(dynamodbEndpoint, credentials));
  const db = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  return { client, inUse: { db, name: tableName }, named: (name: string) => ({ db, name }) };
}

/** Copies the table, as a restore to a point in time does. */
async function restoredAs(name: string): Promise<void> {
  const { client, named } = tables();
  await client.send(new CreateTableCommand(tableShape(name)));
  await putItems(named(name), await wholeTable(service.ready));
}

const recordCall = async (tenantId: string) =>
  (await partner.recordCall(tenantId, { summary: 'Asked for a table at seven' })).callId;

describe('the restore procedure of the runbook', () => {
  it('the restore procedure repairs a damaged table', async () => {
    const { tenantId } = await partner.createLine();
    const sent = await recordCall(tenantId);
    await settled(sent, 'delivered');
    isDown = true;
    const waiting = await recordCall(tenantId);
    await until(async () => receiver.requestsFor(waiting).length === 1);
    await restoredAs('before-the-damage');
    isDown = false;
    const newer = await recordCall(tenantId);
    await settled(newer, 'delivered');

    // 1. Stop deliveries.
    await switchMappings('disable');
    const { inUse } = tables();
    const { partnerId } = partner;
    const items = await wholeTable(service.ready);
    const call = items.find(({ callId, SK }) => callId === sent && String(SK).startsWith('CALL#'));
    const row = items.find(({ callId, SK }) => callId === waiting && SK === 'DELIVERY');
    for (const key of [keys.webhook(partnerId), keys.delegation(partnerId, tenantId), keys.agent(tenantId)])
      await removeItem(inUse, key);
    for (const item of [call, row]) await removeItem(inUse, { PK: String(item?.['PK']), SK: String(item?.['SK']) });
    await changeItem(inUse, keys.line(tenantId), { status: 'damaged' });

    // 2. See what is broken. 3. Compare. 4. Try. 5. Copy. 6. Verify.
    expect((await verified()).length).toBeGreaterThan(2);
    const { missing } = await run('restore', 'compare', '--from', 'before-the-damage', '--partner', partnerId);
    expect(missing).toHaveLength(5);
    const copy = ['restore', 'copy', '--from', 'before-the-damage', '--partner', partnerId];
    const { copied: planned } = await run(...copy, '--dry-run');
    const { copied } = await run(...copy);
    expect(copied?.toSorted()).toEqual(planned?.toSorted());
    expect(await verified()).toEqual([]);

    // 7. Go on.
    await switchMappings('enable');
    await run('sweep');
    const later = await recordCall(tenantId);
    await settled(later, 'delivered');
    expect(await statusOf(waiting)).toBe('skipped');
    expect([sent, waiting, newer, later].map((callId) => receiver.requestsFor(callId).length)).toEqual([1, 1, 1, 1]);
    expect(
      (await partner.call('GET', `/v1/tenants/${tenantId}/calls`)).json<{ calls: unknown[] }>().calls,
    ).toHaveLength(4);

    // 8. Decide about events that were perhaps not sent.
    await run('delivery', 'replay', '--call', waiting);
    await settled(waiting, 'delivered');
    expect(receiver.requestsFor(waiting)).toHaveLength(2);
  });

  it('after the restore of a lost table, no event is sent twice', async () => {
    const { tenantId } = await partner.createLine();
    const sent = await recordCall(tenantId);
    await settled(sent, 'delivered');
    await switchMappings('disable');
    const waiting = await recordCall(tenantId);
    await restoredAs('before-the-loss');
    const before = receiver.received.length;
    const { inUse } = tables();
    for (const { PK, SK } of await wholeTable(service.ready))
      await removeItem(inUse, { PK: String(PK), SK: String(SK) });
    expect((await partner.call('GET', '/v1/whoami')).status).toBe(401);

    const { leftOut } = await run('restore', 'copy', '--from', 'before-the-loss', '--lost');
    expect(leftOut).toEqual([]);
    expect(await verified()).toEqual([]);
    const { missing } = await run('restore', 'compare', '--from', 'before-the-loss');
    expect(missing).toEqual([]);
    await switchMappings('enable');
    await run('sweep');

    expect((await partner.call('GET', '/v1/whoami')).status).toBe(200);
    const later = await recordCall(tenantId);
    await settled(later, 'delivered');
    expect([await statusOf(sent), await statusOf(waiting)]).toEqual(['delivered', 'skipped']);
    expect(receiver.received.length).toBe(before + 1);
  });
});
