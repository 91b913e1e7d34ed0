import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rateWindowAt } from '../../shared/domain/partners/rate-window.ts';
import { api } from '../support/service/api.ts';
import { newDataDir, removeDataDir, type Service, startService } from '../support/service/service.ts';
import { newPartner, type PartnerWorld } from '../support/service/world.ts';

const LIMITED = { error: 'Too many requests. Please try again later.' };

/** Returns the seconds by which the clock of the service must move, so that no window ends during these tests. */
function secondsToNextWindow(): number {
  const nowMs = Date.now();
  return Math.ceil(rateWindowAt(nowMs).endUnixSeconds - nowMs / 1_000);
}

describe('the rate limit', () => {
  const dataDir = newDataDir();
  let service: Service;
  let partner: PartnerWorld;
  beforeAll(async () => {
    service = await startService(dataDir, ['--time-offset-seconds', String(secondsToNextWindow())]);
    partner = await newPartner({}, service.ready);
  });
  afterAll(async () => {
    await service.stop();
    removeDataDir(dataDir);
  });
  const burst = (count: number, path: string | ((n: number) => string), options: { from: string; method?: string }) => {
    const { from, method = 'GET' } = options;
    const pathOf = typeof path === 'string' ? () => path : path;
    const calls = Array.from({ length: count }, (_, n) =>
      partner.call(method, pathOf(n), { from, expectsRateLimit: true }),
    );
    return Promise.all(calls);
  };

  it('lets exactly 30 of 31 parallel requests through [limit rate] [status 429]', async () => {
    const responses = await burst(31, '/v1/whoami', { from: '127.9.0.1' });
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(30);
    const rejected = responses.filter(({ status }) => status === 429);
    expect(rejected).toHaveLength(1);
    expect(rejected[0]?.json()).toEqual(LIMITED);
    const wait = Number(rejected[0]?.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(300);
  });

  it('is reported in the RateLimit header, with one request less after each request', async () => {
    const first = await partner.call('GET', '/v1/whoami', { from: '127.9.0.2' });
    const second = await partner.call('GET', '/v1/whoami', { from: '127.9.0.2' });
    expect(first.headers['ratelimit-policy']).toBe('"default";q=30;w=300');
    expect(first.headers['ratelimit']).toMatch(/^"default";r=29;t=\d+$/);
    expect(second.headers['ratelimit']).toMatch(/^"default";r=28;t=\d+$/);
  });

  it('counts each path separately, and all methods of a path together', async () => {
    await burst(30, '/v1/tenants', { from: '127.9.0.3' });
    const sameAddress = { from: '127.9.0.3', expectsRateLimit: true };
    expect((await partner.call('POST', '/v1/tenants', { body: {}, ...sameAddress })).status).toBe(429);
    expect((await partner.call('GET', '/v1/webhooks', sameAddress)).status).toBe(404);
  });

  it('counts the call lists of two lines separately', async () => {
    const lines = [await partner.createLine(), await partner.createLine()];
    const path = (n: number) => `/v1/tenants/${lines[n]?.tenantId}/calls`;
    await burst(30, path(0), { from: '127.9.0.4' });
    expect((await partner.call('GET', path(0), { from: '127.9.0.4', expectsRateLimit: true })).status).toBe(429);
    expect((await partner.call('GET', path(1), { from: '127.9.0.4' })).status).toBe(200);
  });

  it('uses the same counter for other spellings of a path and for any address in X-Forwarded-For', async () => {
    const spellings = ['/v1/tenants/abc', '/v1/tenants/%61bc', '/v1/tenants/abc?x=1', '/v1/tenants/%61%62%63'];
    const responses = await burst(32, (n) => spellings[n % spellings.length] ?? '', { from: '127.9.0.5' });
    expect(responses.filter(({ status }) => status !== 429)).toHaveLength(30);
    const forwarded = { from: '127.9.0.5', headers: { 'X-Forwarded-For': '8.8.8.8' }, expectsRateLimit: true };
    expect((await partner.call('GET', '/v1/tenants/abc', forwarded)).status).toBe(429);
  });

  it('counts requests without an API key too, and returns 429 instead of 401 to the 31st request', async () => {
    const stranger = api(service.ready.baseUrl);
    const from = '127.9.0.6';
    const responses = await Promise.all(
      Array.from({ length: 31 }, () => stranger('GET', '/v1/whoami', { from, expectsRateLimit: true })),
    );
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(30);
    expect(responses.find(({ status }) => status === 429)?.json()).toEqual(LIMITED);
  });
});
