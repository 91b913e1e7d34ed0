import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { type Identity, startConsole } from '../../../../operator/console/server/serve.ts';

const start = (earlier?: Identity, port = 0) =>
  startConsole({
    ...{ port, earlier, isWritable: false, onFault: () => undefined },
    commands: () => Promise.reject(new Error('not needed')),
    explain: async (error) => ({ kind: 'unavailable', sentence: String(error) }),
  });

describe('the port and token of a console', () => {
  it('a new console has the address of the previous console if the port is free', async () => {
    const first = await start();
    await first.close();
    const second = await start(first.identity);
    expect(second.consoleUrl).toBe(first.consoleUrl);
    await second.close();
  });

  it('a new console has another token if another program uses the previous port', async () => {
    const first = await start();
    const second = await start(first.identity);
    expect(second.identity.port).not.toBe(first.identity.port);
    expect(second.identity.token).not.toBe(first.identity.token);
    await Promise.all([first.close(), second.close()]);
  });

  it('a new console has another token if a person chooses another port', async () => {
    const [first, free] = [await start(), await start()];
    await Promise.all([first.close(), free.close()]);
    const second = await start(first.identity, free.identity.port);
    expect(second.identity).toEqual({
      port: free.identity.port,
      token: expect.not.stringContaining(first.identity.token),
    });
    await second.close();
  });
});

describe('the proof that a console knows its token', () => {
  it('a page can verify with a nonce that the console knows the token', async () => {
    const { identity, close } = await start();
    const nonce = 'ab'.repeat(16);
    const response = await fetch(`http://127.0.0.1:${identity.port}/api/proof?nonce=${nonce}`);
    const proof = createHmac('sha256', identity.token).update(`partner-lines console ${nonce}`).digest('hex');
    expect(await response.json()).toEqual({ proof });
    await close();
  });

  it.each(['', '?nonce=', '?nonce=ab', `?nonce=${'x'.repeat(32)}`])(
    'the console returns no proof for a malformed nonce: %j',
    async (query) => {
      const { identity, close } = await start();
      expect((await fetch(`http://127.0.0.1:${identity.port}/api/proof${query}`)).status).toBe(400);
      await close();
    },
  );
});
