import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startReceiver } from '../support/receivers/receiver.ts';
import { api } from '../support/service/api.ts';
import { newDataDir, processesOf, removeDataDir, type Service, startService } from '../support/service/service.ts';
import { subscriberAt } from '../support/service/subscriber.ts';
import { newPartner } from '../support/service/world.ts';
import { until } from '../support/until.ts';

const FLAGS = [
  '--allow-local-webhooks',
  '--retry-base-seconds',
  '0.5',
  '--sweep-every-seconds',
  '3',
  '--lease-seconds',
  '13',
];

const register = (key: string, { ready }: Service) =>
  api(ready.baseUrl)('PUT', '/v1/webhooks', { key, body: { url: 'http://127.0.0.1:9/hook' } });

describe('a service that is killed', () => {
  let dataDir: string;
  let services: Service[];
  const start = async (...flags: string[]) => {
    const service = await startService(dataDir, [...FLAGS, ...flags]);
    services.push(service);
    return service;
  };
  beforeEach(() => {
    dataDir = newDataDir();
    services = [];
  });
  afterEach(async () => {
    for (const service of services) await service.stop();
    removeDataDir(dataDir);
  });

  it('delivers all 100 calls recorded while the receiver was down, none more than 8 times', async () => {
    const before = await start();
    const down = await startReceiver();
    const partner = await subscriberAt(down.url, before.ready);
    await down.close();
    const calls = await partner.record(100);
    await before.kill();

    const after = await start();
    const up = await startReceiver();
    await api(after.ready.baseUrl)('PUT', '/v1/webhooks', { key: partner.apiKey, body: { url: up.url } });
    const rows = await partner.settledDeliveries(55);
    expect(rows).toHaveLength(100);
    expect(rows.filter(({ status }) => status !== 'delivered')).toEqual([]);
    for (const { callId } of calls) expect(up.requestsFor(callId).length).toBeGreaterThanOrEqual(1);
    for (const { attempts } of rows) expect(attempts).toBeLessThanOrEqual(8);
    await up.close();
  });

  it('leaves no process behind, and keeps partners, lines and keys', async () => {
    const before = await start();
    const partner = await newPartner({}, before.ready);
    const line = await partner.createLine();
    await before.kill();
    await until(() => processesOf(dataDir).length === 0);
    const after = await start();
    const { tenants } = (await api(after.ready.baseUrl)('GET', '/v1/tenants', { key: partner.apiKey })).json<{
      tenants: unknown[];
    }>();
    expect(tenants).toEqual([line]);
    expect(after.ready.demo).toEqual(before.ready.demo);
  });

  it('refuses loopback receivers unless it was started to allow them', async () => {
    const strict = await startService(dataDir);
    services.push(strict);
    const response = await register(strict.ready.demo.apiKey, strict);
    expect([response.status, response.json()['code']]).toEqual([422, 'WEBHOOK_URL_INVALID']);
  });

  it('ends cleanly when asked to, with nothing left running', async () => {
    const service = await start();
    await service.stop();
    await until(() => processesOf(dataDir).length === 0);
    expect(processesOf(dataDir)).toEqual([]);
  });

  it('is refused a second time on the same folder, and does not disturb one on another', async () => {
    const first = await start();
    await expect(startService(dataDir, FLAGS)).rejects.toThrow(/ended with code 1/);
    const otherDir = newDataDir();
    const second = await startService(otherDir, FLAGS);
    const partner = await newPartner({}, second.ready);
    expect((await api(first.ready.baseUrl)('GET', '/v1/whoami', { key: partner.apiKey })).status).toBe(401);
    expect((await api(second.ready.baseUrl)('GET', '/v1/whoami', { key: partner.apiKey })).status).toBe(200);
    expect((await register(partner.apiKey, second)).status).toBe(200);
    await second.stop();
    expect((await api(first.ready.baseUrl)('GET', '/v1/whoami', { key: first.ready.demo.apiKey })).status).toBe(200);
    removeDataDir(otherDir);
  });
});
