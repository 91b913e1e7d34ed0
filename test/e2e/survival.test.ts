import { afterAll, describe, expect, it } from '@jest/globals';
import { startReceiver } from '../support/receivers/receiver.ts';
import { api } from '../support/service/api.ts';
import { newDataDir, removeDataDir, type Service, startService } from '../support/service/service.ts';
import { subscriberAt } from '../support/service/subscriber.ts';

const FLAGS = [
  '--allow-local-webhooks',
  '--retry-base-seconds',
  '0.5',
  '--sweep-every-seconds',
  '3',
  '--lease-seconds',
  '13',
];

describe('a service that is killed', () => {
  const dataDir = newDataDir();
  afterAll(() => removeDataDir(dataDir));

  it('keeps partners, lines and keys, and delivers 100 calls recorded while the receiver was down, with at most 8 requests each', async () => {
    const before = await startService(dataDir, FLAGS);
    const down = await startReceiver();
    const partner = await subscriberAt(down.url, before.ready);
    await down.close();
    const calls = await partner.record(100);
    const linesOf = async ({ ready }: Service) =>
      (await api(ready.baseUrl)('GET', '/v1/tenants', { key: partner.apiKey })).json<{ tenants: unknown[] }>().tenants;
    const linesBefore = await linesOf(before);
    await before.kill();

    const after = await startService(dataDir, FLAGS);
    expect(after.ready.demo).toEqual(before.ready.demo);
    expect(linesBefore).toHaveLength(1);
    expect(await linesOf(after)).toEqual(linesBefore);
    const up = await startReceiver();
    await api(after.ready.baseUrl)('PUT', '/v1/webhooks', { key: partner.apiKey, body: { url: up.url } });
    const rows = await partner.settledDeliveries(55);
    expect(rows).toHaveLength(100);
    expect(rows.filter(({ status }) => status !== 'delivered')).toEqual([]);
    for (const { callId } of calls) expect(up.requestsFor(callId).length).toBeGreaterThanOrEqual(1);
    for (const { attempts } of rows) expect(attempts).toBeLessThanOrEqual(8);
    await up.close();
    await after.stop();
  });
});
