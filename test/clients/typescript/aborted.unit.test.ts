import { describe, expect, it } from '@jest/globals';
import { wait } from '../../../clients/typescript/src/transport.ts';
import { fakeService, respond, thrownBy } from './fake-service.ts';

describe('an aborted request of the client library', () => {
  it('a request that is aborted between two attempts rejects with the reason of its signal', async () => {
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

  it('a request whose signal is already aborted is not sent', async () => {
    const { client, sent } = fakeService(() => respond(200, {}));
    expect(await thrownBy(client.whoami({ signal: AbortSignal.abort() }))).toMatchObject({ name: 'AbortError' });
    expect(sent).toEqual([]);
  });

  it('reading a list ends with an AbortError if the request is aborted', async () => {
    const controller = new AbortController();
    const { client } = fakeService(() => respond(200, { tenants: [1, 2], nextCursor: 'more' }));
    const read = async () => {
      for await (const _ of client.listLines({ signal: controller.signal })) controller.abort();
    };
    expect(await thrownBy(read())).toMatchObject({ name: 'AbortError' });
  });
});

describe('the wait of the client library before a retry', () => {
  it('the wait before a retry ends as soon as the signal is aborted', async () => {
    const controller = new AbortController();
    const waiting = wait(3_600_000, controller.signal);
    controller.abort(new Error('enough'));
    expect(await thrownBy(waiting)).toMatchObject({ message: 'enough' });
    expect(await thrownBy(wait(3_600_000, controller.signal))).toMatchObject({ message: 'enough' });
  });

  it('the wait before a retry ends after the given time if its signal is not aborted', async () => {
    expect(await wait(1, new AbortController().signal)).toBeUndefined();
  });
});
