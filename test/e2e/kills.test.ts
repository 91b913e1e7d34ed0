import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Receiver, startReceiver } from '../support/receivers/receiver.ts';
import { type ApiResponse, api } from '../support/service/api.ts';
import { operator } from '../support/service/operator.ts';
import { newDataDir, removeDataDir, type Service, startService } from '../support/service/service.ts';
import { type DeliveryRow, type Subscriber, subscriberAt } from '../support/service/subscriber.ts';
import { aLine } from '../support/service/world.ts';
import { until } from '../support/until.ts';

const SURVIVING = ['--sweep-every-seconds', '3', '--lease-seconds', '13'];
const FLAGS = ['--allow-local-webhooks', '--retry-base-seconds', '0.5', ...SURVIVING];
const CALLS = 16;
const CREATES = 12;

describe('a service that is killed twice while it creates lines and delivers events', () => {
  const dataDir = newDataDir();
  const creates = Array.from({ length: CREATES }, (_, n) => ({
    key: `create-${n}`,
    body: aLine({ name: `Cafe ${n}` }),
  }));
  /** Every response to every create, without those that the kills cut off. */
  const responses = new Map<string, ApiResponse[]>(creates.map(({ key }) => [key, []]));
  const responded = () => [...responses.values()].flat().length;
  let onResponse = () => {};
  let service: Service;
  let demoAtFirst: Service['ready']['demo'];
  let receiver: Receiver;
  let partner: Subscriber;
  let rows: readonly DeliveryRow[];
  let isHealed = false;
  const taken = new Set<string>();

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
  const killAmidst = async (requests: number) => {
    await until(() => receiver.received.length >= requests);
    const before = responded();
    // Kill at this response. A moment later all creates might have responses, and the kill would cut off none.
    const killed = new Promise<void>((resolve) => {
      onResponse = () => {
        if (responded() >= before + CREATES / 4) resolve(service.kill());
      };
    });
    await createAll();
    await killed;
    onResponse = () => {};
    service = await startService(dataDir, FLAGS);
  };

  beforeAll(async () => {
    service = await startService(dataDir, FLAGS);
    demoAtFirst = service.ready.demo;
    receiver = await startReceiver(({ callId }) => {
      if (!isHealed) return 503;
      taken.add(callId);
      return 200;
    });
    partner = await subscriberAt(receiver.url, service.ready, { quota: CREATES + 1 });
    await partner.record(CALLS);

    await killAmidst(CALLS);
    await killAmidst(2 * CALLS);
    isHealed = true;
    await createAll();
    await until(() => taken.size === CALLS, 90);
    rows = await partner.settledDeliveries();
  }, 240_000);

  afterAll(async () => {
    await receiver.close();
    await service.stop();
    removeDataDir(dataDir);
  });

  it('delivers every call after the receiver recovers, with at most 8 requests per call', () => {
    expect(rows).toHaveLength(CALLS);
    expect(rows.filter(({ status }) => status !== 'delivered')).toEqual([]);
    const requests = rows.map(({ callId }) => receiver.requestsFor(callId).length);
    expect(Math.max(...requests)).toBeLessThanOrEqual(8);
    expect(Math.min(...requests)).toBeGreaterThanOrEqual(1);
  });

  it('counts an attempt for every request that arrived, and at most one more attempt per kill', () => {
    for (const { callId, attempts } of rows) {
      const requests = receiver.requestsFor(callId).length;
      expect(attempts).toBeGreaterThanOrEqual(requests);
      expect(attempts).toBeLessThanOrEqual(Math.min(8, requests + 2));
    }
  });

  it('has created one line for each Idempotency-Key, and returns the same response to each retry', async () => {
    // All creates were sent three times, and the kills cut some off.
    expect(responded()).toBeLessThan(3 * CREATES);
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

  it('has counted each line once towards the quota', async () => {
    const send = api(service.ready.baseUrl);
    const response = await send('POST', '/v1/tenants', { key: partner.apiKey, body: aLine() });
    expect(response.status).toBe(402);
    expect(await operator(dataDir, ['partner', 'show', '--partner', partner.partnerId])).toMatchObject({
      lineCount: CREATES + 1,
    });
  });

  it('keeps the demo partner and its key', async () => {
    const { demo, baseUrl } = service.ready;
    expect(demo).toEqual(demoAtFirst);
    expect((await api(baseUrl)('GET', '/v1/whoami', { key: demo.apiKey })).status).toBe(200);
  });
});
