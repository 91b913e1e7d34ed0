import { beforeAll, describe, expect, it } from '@jest/globals';
import { api } from '../support/service/api.ts';
import { operator } from '../support/service/operator.ts';
import { ownService } from '../support/service/own-service.ts';
import { wholeTable } from '../support/service/stored.ts';
import { until } from '../support/until.ts';

const DAY_SECONDS = 86_400;

describe('a local service that keeps calls for 7 days', () => {
  const FLAGS = ['--calls-days', '7'];
  const service = ownService(FLAGS);
  const { dataDir } = service;
  let tenantId: string;
  const storedCalls = async () =>
    (await wholeTable(service.ready)).filter(({ SK }) => String(SK).startsWith('CALL#')).length;

  beforeAll(async () => {
    const { baseUrl, demo } = service.ready;
    const body = { name: 'Cafe', region: 'kr', externalId: 'shop-1' };
    const created = await api(baseUrl)('POST', '/v1/tenants', { key: demo.apiKey, body });
    ({ tenantId } = created.json<{ tenantId: string }>());
    const call = JSON.stringify({ callId: 'c-1', summary: 'Wants a table' });
    await operator(dataDir, ['call', 'record', '--tenant', tenantId, '--file', '-'], call);
  });

  it('the local service deletes a call after the expiry of the call', async () => {
    // The new call already has the expiry that the command would give it.
    expect(await operator(dataDir, ['retention', 'apply'])).toEqual({ callsDays: 7, found: 0, expired: 0, changed: 0 });
    expect(await storedCalls()).toBe(1);
    await service.stop();
    await service.start([...FLAGS, '--time-offset-seconds', String(7 * DAY_SECONDS + 60)]);
    const { baseUrl, demo } = service.ready;
    const listed = await api(baseUrl)('GET', `/v1/tenants/${tenantId}/calls`, { key: demo.apiKey });
    expect(listed.json()).toEqual({ calls: [], nextCursor: null });
    const deliveries = await operator(dataDir, ['delivery', 'list', '--partner', demo.partnerId]);
    expect(deliveries).toMatchObject([{ callId: 'c-1', status: 'skipped', reason: 'no webhook', call: 'expired' }]);
    await until(async () => (await storedCalls()) === 0);
  });
});
