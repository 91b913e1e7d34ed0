import { describe, expect, it } from '@jest/globals';
import { behindHangingPartner, requestsWithin } from '../support/service/backlog.ts';
import { ownService } from '../support/service/own-service.ts';

/**
 * If all partners shared one lane, these calls would need three rounds of ten seconds: four batches of ten run at a
 * time. `npm run proof` uses 5,000 calls.
 */
const CALLS = 120;

describe('a partner whose receiver does not respond', () => {
  const service = ownService(['--allow-local-webhooks']);

  it(`${CALLS} queued calls for a hanging receiver delay the call of another partner by less than 25 seconds`, async () => {
    const { longestWaitMs, hangingRequestsMeanwhile, miscounted } = await behindHangingPartner(service, CALLS);
    expect(hangingRequestsMeanwhile).toBeLessThanOrEqual(requestsWithin(longestWaitMs));
    expect(longestWaitMs).toBeLessThan(25_000);
    // Many wake-ups have moved to another lane. Even so, each row must count exactly the requests that the receiver
    // got.
    expect(miscounted).toEqual([]);
  }, 120_000);
});
