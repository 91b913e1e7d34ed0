import { describe, expect, it } from '@jest/globals';
import { idleWait } from '../../../../../local/aws/event-sources/streams/idle-wait.ts';

/** Tells whether the wait ends before the event loop has turned once. No timer can do that. */
const endsAtOnce = (waited: Promise<void>) =>
  Promise.race([waited.then(() => true), new Promise((resolve) => setImmediate(resolve, false))]);

describe('the wait of a stream poller that has found no records', () => {
  it('a stream poller without records waits before its next read', async () => {
    expect(await endsAtOnce(idleWait().wait(new AbortController().signal))).toBe(false);
  });

  it('a stream poller stops waiting at once when new records are announced', async () => {
    const idle = idleWait();
    const waited = idle.wait(new AbortController().signal);
    idle.nudge();
    expect(await endsAtOnce(waited)).toBe(true);
  });

  it('a stopped stream poller stops waiting at once', async () => {
    const controller = new AbortController();
    const waited = idleWait().wait(controller.signal);
    controller.abort();
    expect(await endsAtOnce(waited)).toBe(true);
  });
});
