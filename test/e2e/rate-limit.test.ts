import { beforeAll, describe, expect, it } from '@jest/globals';
import { rateWindowAt } from '../../shared/domain/partners/rate-limit.ts';
import { newPartner, type PartnerWorld } from '../support/service/world.ts';

const LIMITED = { error: 'Too many requests. Please try again later.' };

let addresses = 0;

/**
 * Sends requests from an address that nothing else uses. If a window ended meanwhile, sends them once more from another
 * address, because a new window begins with a new count.
 */
async function inOneWindow<T>(send: (from: string) => Promise<T>): Promise<T> {
  const windowEnd = () => rateWindowAt(Date.now()).endUnixSeconds;
  for (;;) {
    addresses += 1;
    const endBefore = windowEnd();
    const responses = await send(`127.255.0.${addresses}`);
    if (windowEnd() === endBefore) return responses;
  }
}

describe('the rate limit of the API', () => {
  let partner: PartnerWorld;
  beforeAll(async () => {
    partner = await newPartner();
  });
  const burst = (count: number, path: string | ((n: number) => string), from: string) => {
    const pathOf = typeof path === 'string' ? () => path : path;
    const calls = Array.from({ length: count }, (_, n) =>
      partner.call('GET', pathOf(n), { from, expectsRateLimit: true }),
    );
    return Promise.all(calls);
  };

  it('one of 31 parallel requests from one address gets 429 [limit rate] [status 429]', async () => {
    const responses = await inOneWindow((from) => burst(31, '/v1/whoami', from));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(30);
    const rejected = responses.filter(({ status }) => status === 429);
    expect(rejected).toHaveLength(1);
    expect(rejected[0]?.json()).toEqual(LIMITED);
    const wait = Number(rejected[0]?.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(300);
  });

  it('the header RateLimit shows one request less after each request', async () => {
    const [first, second] = await inOneWindow(async (from) => [
      await partner.call('GET', '/v1/whoami', { from }),
      await partner.call('GET', '/v1/whoami', { from }),
    ]);
    expect(first?.headers['ratelimit-policy']).toBe('"default";q=30;w=300');
    expect(first?.headers['ratelimit']).toMatch(/^"default";r=29;t=\d+$/);
    expect(second?.headers['ratelimit']).toMatch(/^"default";r=28;t=\d+$/);
  });

  it('the rate limit counts different spellings of a path together', async () => {
    const spellings = ['/v1/tenants/abc', '/v1/tenants/%61bc', '/v1/tenants/abc?x=1', '/v1/tenants/%61%62%63'];
    const headers = { 'X-Forwarded-For': '8.8.8.8' };
    const { responses, forwarded } = await inOneWindow(async (from) => ({
      responses: await burst(32, (n) => spellings[n % spellings.length] ?? '', from),
      forwarded: await partner.call('GET', '/v1/tenants/abc', { from, headers, expectsRateLimit: true }),
    }));
    expect(responses.filter(({ status }) => status !== 429)).toHaveLength(30);
    expect(forwarded.status).toBe(429);
  });
});
