import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { behindHangingPartner } from '../support/backlog.ts';
import { newDataDir, removeDataDir, type Service, startService } from '../support/service.ts';

const CALLS = 300;
/** Requests of the main lane under way at a time: four batches of ten. */
const MAIN_LANE = 40;

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
    const heldUp = await behindHangingPartner(service, CALLS);
    // One by one they would have been 300 requests in eight rounds of ten seconds.
    expect(heldUp.hangingRequestsMeanwhile).toBeLessThan(2 * MAIN_LANE + 20);
    expect(heldUp.longestWaitMs).toBeLessThan(30_000);
    // Hundreds were moved meanwhile; what was counted is what was sent.
    expect(heldUp.miscounted).toEqual([]);
  });
});
