import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAX_HOPS } from '../../functions/deliver-webhook/hop-limit.ts';
import { LOG_MESSAGES } from '../../shared/names/log-messages.ts';
import { type Receiver, startReceiver } from '../support/receivers/receiver.ts';
import { type ApiResponse, api } from '../support/service/api.ts';
import { callStory } from '../support/service/call-story.ts';
import { operator } from '../support/service/operator.ts';
import { ownService } from '../support/service/own-service.ts';
import { lanesOf, queuesOf } from '../support/service/queues.ts';
import { stored } from '../support/service/stored.ts';
import { type DeliveryRow, type Subscriber, subscriberAt } from '../support/service/subscriber.ts';
import { aLine } from '../support/service/world.ts';
import { until } from '../support/until.ts';

const SURVIVING = ['--sweep-every-seconds', '3', '--lease-seconds', '13'];
const FLAGS = ['--allow-local-webhooks', '--retry-base-seconds', '0.5', ...SURVIVING];
const CALLS = 16;
const CREATES = 12;
/** No function reads these calls from the stream before the second kill. */
const UNREAD = Array.from({ length: 8 }, (_, n) => `unread-${n}`);

const service = ownService(FLAGS);
const { dataDir } = service;
let receiver: Receiver;
let partner: Subscriber;
let isHealed = false;
const taken = new Set<string>();
const turn = (name: string, verb: 'disable' | 'enable') => operator(dataDir, ['mapping', verb, '--name', name]);

beforeAll(async () => {
  receiver = await startReceiver(({ callId }) => {
    if (!isHealed && !UNREAD.includes(callId)) return 503;
    taken.add(callId);
    return 200;
  });
  partner = await subscriberAt(receiver.url, service.ready, { quota: CREATES + 1 });
});
afterAll(() => receiver.close());

describe('the local service after repeated kills', () => {
  const creates = Array.from({ length: CREATES }, (_, n) => ({
    key: `create-${n}`,
    body: aLine({ name: `Cafe ${n}` }),
  }));
  /** The responses to each create. A response that the kill cut off is missing. */
  const responses = new Map<string, ApiResponse[]>(creates.map(({ key }) => [key, []]));
  const responded = () => [...responses.values()].flat().length;
  let onResponse = () => {};
  let demoAtFirst: typeof service.ready.demo;
  let rows: readonly DeliveryRow[];

  const createAll = async () => {
    const send = api(service.ready.baseUrl);
    await Promise.all(
      creates.map(async ({ key, body }) => {
        const headers = { 'Idempotency-Key': key };
        const response = await send('POST', '/v1/tenants', { key: partner.apiKey, headers, body }).catch(
          () => undefined,
        );
        if (response) responses.get(key)?.push(response);
        onResponse();
      }),
    );
  };
  /** Kills the host during creates and requests to the receiver. */
  const killAmidstCreates = async () => {
    await until(() => receiver.received.length >= CALLS);
    // The kill comes at this response. A moment later, all creates might have responses, and the kill would cut off
    // none.
    const killed = new Promise<void>((resolve) => {
      onResponse = () => {
        if (responded() >= CREATES / 4) resolve(service.kill());
      };
    });
    await createAll();
    await killed;
    onResponse = () => {};
    await service.start();
  };
  /** Kills the host between retries, when the relay has not read the latest calls. It stays disabled. */
  const killBeforeRelay = async () => {
    await until(() => receiver.received.length >= 2 * CALLS);
    await turn('relay', 'disable');
    const calls = UNREAD.map((callId) => ({ callId, summary: 'Wants a table' }));
    await partner.recordCalls(partner.tenantId, calls);
    await service.kill();
    await service.start();
  };

  beforeAll(async () => {
    demoAtFirst = service.ready.demo;
    await partner.record(CALLS);
    await killAmidstCreates();
    await killBeforeRelay();
    isHealed = true;
    await createAll();
    await until(() => taken.size === CALLS + UNREAD.length, 90);
    rows = await partner.settledDeliveries();
  }, 240_000);

  it('after repeated kills, the service has delivered every call with at most 8 requests', () => {
    expect(rows).toHaveLength(CALLS + UNREAD.length);
    expect(rows.filter(({ status }) => status !== 'delivered')).toEqual([]);
    const requests = rows.map(({ callId }) => receiver.requestsFor(callId).length);
    expect(Math.max(...requests)).toBeLessThanOrEqual(8);
    expect(Math.min(...requests)).toBeGreaterThanOrEqual(1);
  });

  it('after repeated kills, a delivery has counted every request that arrived', () => {
    for (const { callId, attempts } of rows) {
      const requests = receiver.requestsFor(callId).length;
      expect(attempts).toBeGreaterThanOrEqual(requests);
      expect(attempts).toBeLessThanOrEqual(Math.min(8, requests + 2));
    }
  });

  it('after repeated kills, each Idempotency-Key has created one line', async () => {
    // All creates were sent twice, and the kill cut some off.
    expect(responded()).toBeLessThan(2 * CREATES);
    for (const given of responses.values()) {
      expect(given.length).toBeGreaterThanOrEqual(1);
      expect(given.map(({ status }) => status)).toEqual(given.map(() => 201));
      expect(new Set(given.map(({ text }) => text)).size).toBe(1);
    }
    const send = api(service.ready.baseUrl);
    const response = await send('GET', '/v1/tenants?limit=200', { key: partner.apiKey });
    const { tenants } = response.json<{ tenants: { tenantId: string }[] }>();
    expect(tenants).toHaveLength(CREATES + 1);
    const made = [...responses.values()].map(([first]) => first?.json()['tenantId']);
    expect(tenants.map(({ tenantId }) => tenantId)).toEqual(expect.arrayContaining(made));
  });

  it('after repeated kills, each line counts once towards the quota', async () => {
    const send = api(service.ready.baseUrl);
    const response = await send('POST', '/v1/tenants', { key: partner.apiKey, body: aLine() });
    expect(response.status).toBe(402);
    expect(await operator(dataDir, ['partner', 'show', '--partner', partner.partnerId])).toMatchObject({
      lineCount: CREATES + 1,
    });
  });

  it('after repeated kills, the demo partner still has its API key', async () => {
    const { demo, baseUrl } = service.ready;
    expect(demo).toEqual(demoAtFirst);
    expect((await api(baseUrl)('GET', '/v1/whoami', { key: demo.apiKey })).status).toBe(200);
  });
});

describe('deliveries that the sweep finds in the local service', () => {
  const logLines = (callId: string) =>
    readFileSync(service.ready.logFile, 'utf8')
      .split('\n')
      .filter((line) => line.includes(callId));
  const arrived = (calls: readonly { callId: string }[]) =>
    until(() => calls.every(({ callId }) => receiver.requestsFor(callId).length > 0), 50);

  it("a delivery that the sweep has found is sent only once, even if relay reads the delivery's stream record later", async () => {
    await turn('relay', 'enable');
    const [late = { callId: '' }] = await partner.record(1);
    await arrived([late]);
    for (const callId of UNREAD) expect(receiver.requestsFor(callId)).toHaveLength(1);
  });

  it('the sweep finds the deliveries whose wake-ups were purged from the queue', async () => {
    const lanes = lanesOf(service.ready);
    await lanes.disable();
    const calls = await partner.record(8);
    await until(async () => (await lanes.waiting()) >= calls.length);
    await lanes.purge();
    await lanes.enable();
    await arrived(calls);
  });

  it('the sweep finds a delivery whose stream record went to the failure queue', async () => {
    await turn('relay', 'disable');
    const [broken = { callId: '' }] = await partner.record(1);
    const mend = await stored(service.ready).spoilDelivery(broken.callId);
    await turn('relay', 'enable');
    const queues = queuesOf(service.ready);
    await until(async () => (await queues.waiting('relayFailureQueueUrl')) === 1);
    await arrived(await partner.record(3));
    expect(receiver.requestsFor(broken.callId)).toEqual([]);

    await mend();
    await arrived([broken]);
    // The sweep logs what it sent after the queue has accepted it, so the request can arrive first.
    const story = () => callStory(dataDir, broken.callId, 3);
    await until(async () => (await story()).some((line) => line.startsWith('sweep: Wake-ups sent')));
    expect(await story()).toContain('relay: A delivery cannot be read');
  });

  it('the sweep finds a delivery whose wake-up was dropped after too many hops', async () => {
    await turn('relay', 'disable');
    const [call = { callId: '', startedAt: '' }] = await partner.record(1);
    const { partnerId, tenantId } = partner;
    const ids = { callId: call.callId, partnerId, tenantId, storedAtMs: Date.parse(call.startedAt) };
    await queuesOf(service.ready).send('deliveryQueueUrl', { v: 1, ...ids, attempts: 0, hops: MAX_HOPS + 1 });
    await until(() => logLines(call.callId).some((line) => line.includes(LOG_MESSAGES.wakeUpDropped)));
    await arrived([call]);
    // If the machine is busy, the next sweep wakes the delivery too.
    expect([...new Set(await callStory(dataDir, call.callId, 4))]).toEqual([
      'record-call: Call recorded',
      'deliver-webhook: Wake-up dropped',
      'sweep: Wake-ups sent',
      'deliver-webhook: Delivery attempted, 1, delivered, status 200',
    ]);
    await turn('relay', 'enable');
  });
});
