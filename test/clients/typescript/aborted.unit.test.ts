import { describe, expect, it } from '@jest/globals';
import { wait } from '../../../clients/typescript/src/transport.ts';
import { fakeService, respond, thrownBy } from './fake-service.ts';

describe('an aborted request', () => {
  it('an aborted request rejects with the reason of its signal when aborted between two attempts', async () => {
    const controller = new AbortController();
    const { client, sent } = fakeService(() => {
      controller.abort(new Error('the user went away'));
      return respond(503, { error: 'Internal server error' });
    });
    expect(await thrownBy(client.whoami({ signal: controller.signal }))).toMatchObject({
      message: 'the user went away',
    });
    expect(sent).toHaveLength(1);
  });

  it('an aborted request sends nothing when its signal was already aborted', async () => {
    const { client, sent } = fakeService(() => respond(200, {}));
    expect(await thrownBy(client.whoami({ signal: AbortSignal.abort() }))).toMatchObject({ name: 'AbortError' });
    expect(sent).toEqual([]);
  });

  it('a list that a program reads ends with an AbortError when the request is aborted', async () => {
    const controller = new AbortController();
    const { client } = fakeService(() => respond(200, { tenants: [1, 2], nextCursor: 'more' }));
    const read = async () => {
      for await (const _ of client.listLines({ signal: controller.signal })) controller.abort();
    };
    expect(await thrownBy(read())).toMatchObject({ name: 'AbortError' });
  });
});

describe("the client's wait before a retry", () => {
  it("the client's wait before a retry rejects with the reason of its signal as soon as the signal is aborted", async () => {
    const controller = new AbortController();
    const waiting = wait(3_600_000, controller.signal);
    controller.abort(new Error('enough'));
    expect(await thrownBy(waiting)).toMatchObject({ message: 'enough' });
    expect(await thrownBy(wait(3_600_000, controller.signal))).toMatchObject({ message: 'enough' });
  });

  it("the client's wait before a retry ends after the given time if its AbortSignal is not aborted", async () => {
    expect(await wait(1, new AbortController().signal)).toBeUndefined();
  });
});
