import { readFileSync } from 'node:fs';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { keys } from '../../shared/store/table/keys.ts';
import { clientSettings } from '../../tooling/local-service.ts';
import { AGENT, CALL, CANARIES, type Canary, canaries, toldBy } from '../support/hostile/canaries.ts';
import { type Receiver, startReceiver } from '../support/receivers/receiver.ts';
import { api } from '../support/service/api.ts';
import { operator } from '../support/service/operator.ts';
import { ownService } from '../support/service/own-service.ts';
import { queuesOf } from '../support/service/queues.ts';
import { stored, wholeTable } from '../support/service/stored.ts';
import { newPartner, type PartnerWorld } from '../support/service/world.ts';
import { until } from '../support/until.ts';

const FLAGS = ['--allow-local-webhooks', '--retry-base-seconds', '0.2', '--sweep-every-seconds', '600'];
const UNREADABLE = 'unreadable';

describe('confidential data of partners and callers', () => {
  const service = ownService(FLAGS);
  const { dataDir } = service;
  let receiver: Receiver;
  let partner: PartnerWorld;
  let tenantId: string;
  let known: readonly Canary[];
  let queues: ReturnType<typeof queuesOf>;
  let table: ReturnType<typeof stored>;

  beforeAll(async () => {
    receiver = await startReceiver((_request, nth) => (nth === 1 ? 503 : 200));
    queues = queuesOf(service.ready);
    table = stored(service.ready);
    partner = await newPartner({}, service.ready);
    await everydayWork();
    await rejections();
    await faultsOfEndpoints();
    await faultsOfThePipeline();
  }, 240_000);
  afterAll(() => receiver.close());

  const call = (...args: Parameters<PartnerWorld['call']>) => partner.call(...args);
  const record = async () => (await partner.recordCall(tenantId, CALL)).callId;
  const turn = (name: string, verb: 'disable' | 'enable') => operator(dataDir, ['mapping', verb, '--name', name]);
  const log = () => readFileSync(service.ready.logFile, 'utf8');
  const logged = (text: string, times = 1) => until(() => log().split(text).length > times);

  /** Replaces attributes of an item, runs `attempt`, and restores the item. */
  async function spoiled(Key: Record<string, string>, about: Record<string, unknown>, attempt: () => Promise<unknown>) {
    const item = await table.find(Key);
    await table.put({ ...item, ...Key, ...about });
    await attempt();
    await (item ? table.put(item) : table.remove(Key));
  }

  async function recordDirectly(event: unknown) {
    const lambda = new LambdaClient(clientSettings(service.ready.lambdaEndpoint, service.ready.credentials));
    const FunctionName = service.ready.outputs.RecordCallFunctionName;
    const { Payload = [] } = await lambda.send(new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) }));
    return Buffer.from(Payload).toString();
  }

  async function everydayWork() {
    const headers = { 'Idempotency-Key': 'first' };
    const body = { name: 'Cafe', region: 'kr', externalId: 'shop-1', agent: AGENT };
    for (const _again of [1, 2]) {
      const created = await call('POST', '/v1/tenants', { headers, body });
      ({ tenantId } = created.json<{ tenantId: string }>());
    }
    await operator(dataDir, ['line', 'attach-number', '--tenant', tenantId, '--number', CANARIES.line]);
    known = canaries(partner.apiKey, await partner.registerWebhook(receiver.url));
    await call('PUT', `/v1/tenants/${tenantId}/agent`, { body: AGENT });
    for (const path of ['', '/agent', '/calls']) await call('GET', `/v1/tenants/${tenantId}${path}`);
    expect((await call('DELETE', `/v1/tenants/${tenantId}`)).status).toBe(502);
    const callId = await record();
    await until(() => receiver.requestsFor(callId).length === 2);
  }

  async function rejections() {
    const send = api(service.ready.baseUrl);
    const agent = `/v1/tenants/${tenantId}/agent`;
    const statuses = [
      await send('GET', agent, { key: CANARIES.strangeKey }),
      await send('GET', agent, { headers: { Authorization: `Basic ${CANARIES.strangeKey}` } }),
      await call('PUT', agent, { body: `{"persona":"${CANARIES.persona}` }),
      await call('PUT', agent, { body: { persona: `${CANARIES.persona} transfer_call` } }),
      await call('PUT', agent, { body: { ...AGENT, tone: CANARIES.greeting } }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([401, 401, 400, 400, 400]);
    const rejected = '{"refused":';
    expect(await recordDirectly({ tenantId, call: { ...CALL, callId: 'c', durationSecs: CANARIES.caller } })).toContain(
      rejected,
    );
    expect(await recordDirectly({ tenantId: 'tn_nobody', call: { ...CALL, callId: 'c' } })).toContain(rejected);
  }

  /** Causes faults of the table. The SDK's errors contain the request. */
  async function faultsOfEndpoints() {
    await spoiled(keys.partner(partner.partnerId), { lineCount: 'not a number' }, async () => {
      const body = { name: 'Cafe', region: 'kr', externalId: 'shop-2', agent: AGENT };
      expect((await call('POST', '/v1/tenants', { body })).status).toBe(500);
    });
    await spoiled(keys.agent(tenantId), { version: 'not a number' }, async () => {
      expect((await call('PUT', `/v1/tenants/${tenantId}/agent`, { body: AGENT })).status).toBe(500);
    });
    await spoiled(keys.secret(partner.partnerId), { ciphertext: 'bm90IHNlYWxlZA==' }, async () => {
      expect((await call('PUT', '/v1/webhooks', { body: { url: receiver.url } })).status).toBe(500);
    });
    await spoiled(keys.delivery(UNREADABLE), { status: CANARIES.summary }, async () => {
      expect(await recordDirectly({ tenantId, call: { ...CALL, callId: UNREADABLE } })).toContain('errorMessage');
    });
  }

  async function faultsOfThePipeline() {
    await queues.send('deliveryQueueUrl', { v: 2, summary: CANARIES.poison });
    await queues.sendText('deliveryQueueUrl', CANARIES.poison);
    await logged('A wake-up cannot be read', 2);
    await turn('deliver', 'disable');
    await queues.purge('deliveryQueueUrl');

    const sealed = await table.find(keys.secret(partner.partnerId));
    await table.put({ ...sealed, ciphertext: 'bm90IHNlYWxlZCBlaXRoZXI=' });
    await turn('deliver', 'enable');
    await record();
    await logged('A request could not be prepared; the sweep tries again');
    await turn('deliver', 'disable');
    await table.put({ ...sealed });
    await table.remove(keys.lane(partner.partnerId));

    // The wake-ups of a partner that is marked wait in the queue of its lane.
    const untilMs = Date.now() + 3_600_000;
    for (const [mapping, mark, queue] of [
      ['deliver-slow', { slowUntilMs: untilMs }, 'slowQueueUrl'],
      ['deliver-hung', { hungUntilMs: untilMs }, 'hungQueueUrl'],
    ] as const) {
      await turn(mapping, 'disable');
      await spoiled(keys.lane(partner.partnerId), mark, async () => {
        await record();
        await until(async () => (await queues.waiting(queue)) > 0);
      });
    }

    // A stream record whose delivery cannot be read goes to the failure queue.
    await turn('relay', 'disable');
    const mend = await table.spoilDelivery(await record(), CANARIES.summary);
    await turn('relay', 'enable');
    await until(async () => (await queues.waiting('relayFailureQueueUrl')) > 0);
    await mend();

    await record();
    await until(async () => (await queues.waiting('deliveryQueueUrl')) > 0);
  }

  it('no line of the log contains confidential data', async () => {
    for (const message of [
      'Request answered',
      'Request denied',
      'Unexpected fault',
      'Call recorded',
      'Call rejected',
      'Delivery attempted',
      'A wake-up cannot be read',
      'A request could not be prepared; the sweep tries again',
      'A delivery cannot be read',
      'Invocation failed',
    ]) {
      await logged(`"message":"${message}"`);
    }
    expect(toldBy(log(), known)).toEqual([]);
  });

  it('no metric contains confidential data', () => {
    const lines = log()
      .split('\n')
      .filter((line) => line.includes('"_aws"'));
    for (const name of [
      'AuthFailed',
      'CarrierReleaseFailed',
      'DeliveryAttempts',
      'SecretUnavailable',
      'UnhandledError',
    ]) {
      expect(lines.some((line) => line.includes(`"${name}"`))).toBe(true);
    }
    expect(toldBy(lines.join('\n'), known)).toEqual([]);
  });

  it('the terminal shows no confidential data', async () => {
    await until(() => service.output().includes('webhook call_'));
    expect(toldBy(service.output(), known)).toEqual([]);
  });

  it.each(['deliveryQueueUrl', 'slowQueueUrl', 'hungQueueUrl', 'relayFailureQueueUrl'] as const)(
    'no message of the queue %s contains confidential data',
    async (queue) => {
      const messages = await until(async () => {
        const found = await queues.look(queue);
        return found.length > 0 && found;
      });
      expect(toldBy(JSON.stringify(messages), known)).toEqual([]);
    },
  );

  it('no wake-up in the dead-letter queue contains confidential data', async () => {
    const dead = await until(async () => {
      await queues.look('deliveryQueueUrl');
      const found = await queues.look('deadLetterQueueUrl');
      return found.length > 0 && found;
    });
    expect(toldBy(JSON.stringify(dead), known)).toEqual([]);
  });

  it('the table has confidential data only in the settings, number and calls of a line, and in the item that finds a line by its number', async () => {
    const places = new Set<string>();
    for (const { PK, SK, ...attributes } of await wholeTable(service.ready)) {
      const kind = `${String(PK).replace(/#.*/, '')} ${String(SK).replace(/#.*/, '')}`;
      for (const name of toldBy(`${PK} ${SK}`, known)) places.add(`${name}: key of ${kind}`);
      for (const [attribute, value] of Object.entries(attributes)) {
        for (const name of toldBy(JSON.stringify(value), known)) places.add(`${name}: ${attribute} of ${kind}`);
      }
    }
    expect([...places].toSorted()).toEqual([
      'greeting: greeting of LINE AGENT',
      'line: key of NUMBER NUMBER',
      'line: number of LINE LINE',
      'persona: persona of LINE AGENT',
      'recipient: summaryRecipients of LINE AGENT',
      'summary: summary of LINE CALL',
      'title: title of LINE CALL',
      'transferTo: transferTo of LINE CALL',
    ]);
  });

  it('the receiver of a partner gets no confidential data except the call summary', () => {
    expect(receiver.received.length).toBeGreaterThan(0);
    expect(toldBy(JSON.stringify(receiver.received), known)).toEqual(['summary']);
  });
});
