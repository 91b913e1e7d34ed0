import { describe, expect, it } from '@jest/globals';
import { idleWait } from '../../../../emulator/event-sources/streams/idle-wait.ts';

/** Whether it has ended before the event loop has turned once, which no timer can. */
const endsAtOnce = (waited: Promise<void>) =>
  Promise.race([waited.then(() => true), new Promise((resolve) => setImmediate(resolve, false))]);

describe('the wait of a poller that has found nothing', () => {
  it('lasts while nobody says that something may be there', async () => {
    expect(await endsAtOnce(idleWait().wait(new AbortController().signal))).toBe(false);
  });

  it('ends at once when somebody does', async () => {
    const idle = idleWait();
    const waited = idle.wait(new AbortController().signal);
    idle.nudge();
    expect(await endsAtOnce(waited)).toBe(true);
  });

  it('ends at once when the poller is stopped', async () => {
    const controller = new AbortController();
    const waited = idleWait().wait(controller.signal);
    controller.abort();
    expect(await endsAtOnce(waited)).toBe(true);
  });
});
