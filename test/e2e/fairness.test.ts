import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { behindHangingPartner, requestsWithin } from '../support/service/backlog.ts';
import { newDataDir, removeDataDir, type Service, startService } from '../support/service/service.ts';

/** One by one they would be eight rounds of ten seconds: four batches of ten at a time. */
const CALLS = 300;

describe('a partner whose receiver hangs', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService(newDataDir(), ['--allow-local-webhooks']);
  });
  afterAll(async () => {
    await service.stop();
    removeDataDir(service.ready.dataDir);
  });

  it('holds up another partner for one time-out, not for one after the other', async () => {
    const { longestWaitMs, hangingRequestsMeanwhile, miscounted } = await behindHangingPartner(service, CALLS);
    expect(hangingRequestsMeanwhile).toBeLessThanOrEqual(requestsWithin(longestWaitMs));
    expect(longestWaitMs).toBeLessThan(60_000);
    // Hundreds were moved meanwhile; what was counted is what was sent.
    expect(miscounted).toEqual([]);
  }, 120_000);
});
