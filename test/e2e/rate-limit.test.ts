import { describe, expect, it } from '@jest/globals';
import { rateWindowAt } from '../../shared/domain/partners/rate-limit.ts';
import { newPartner } from '../support/service/world.ts';

const LIMITED = { error: 'Too many requests. Please try again later.' };

const partner = await newPartner();
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
  it('one of 31 parallel requests from one address gets 429 [limit rate] [status 429]', async () => {
    const responses = await inOneWindow((from) =>
      Promise.all(
        Array.from({ length: 31 }, () => partner.call('GET', '/v1/whoami', { from, expectsRateLimit: true })),
      ),
    );
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
});
