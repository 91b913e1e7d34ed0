import { describe, expect, it } from '@jest/globals';
import { idleWait } from '../../../../../local/aws/event-sources/streams/idle-wait.ts';

/** Tells whether the wait ends before the event loop has turned once. No timer can do that. */
const endsAtOnce = (waited: Promise<void>) =>
  Promise.race([waited.then(() => true), new Promise((resolve) => setImmediate(resolve, false))]);

describe('the wait of a poller that has found nothing', () => {
  it('the wait of a poller that has found nothing continues while no new records are announced', async () => {
    expect(await endsAtOnce(idleWait().wait(new AbortController().signal))).toBe(false);
  });

  it('the wait of a poller that has found nothing ends at once when new records are announced', async () => {
    const idle = idleWait();
    const waited = idle.wait(new AbortController().signal);
    idle.nudge();
    expect(await endsAtOnce(waited)).toBe(true);
  });

  it('the wait of a poller that has found nothing ends at once when the poller is stopped', async () => {
    const controller = new AbortController();
    const waited = idleWait().wait(controller.signal);
    controller.abort();
    expect(await endsAtOnce(waited)).toBe(true);
  });
});
