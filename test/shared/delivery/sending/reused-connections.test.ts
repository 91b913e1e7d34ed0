import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { until } from '../../../support/until.ts';
import { aSender, closeReceivers, noResponse, post, receiver, responded, says } from './sender-world.ts';

afterEach(closeReceivers);

describe('connections to receivers', () => {
  const POLITE = says('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');

  it('a connection to a receiver is reused after a small response', async () => {
    const { server, url } = await receiver(POLITE);
    const send = aSender();
    for (let n = 0; n < 20; n += 1) expect(await send(post(url))).toEqual(responded(200));
    // If the next request comes before the last byte of this response, it opens a second connection.
    expect(server.connections()).toBeLessThanOrEqual(2);
  });

  it('a delivery uses a new connection if the receiver closes the old connection after a minute without requests', async () => {
    const sockets: Socket[] = [];
    const { server, url } = await receiver((socket) => {
      sockets.push(socket);
      POLITE(socket);
    });
    let nowMs = 0;
    const send = aSender({ nowMs: () => nowMs });
    expect(await send(post(url))).toEqual(responded(200));
    nowMs = 60_000;
    // The receiver's close is on its way when the function resumes.
    sockets[0]?.end();
    expect(await send(post(url))).toEqual(responded(200));
    expect(server.connections()).toBe(2);
  });

  it.each([
    [1_000, 1],
    [1_001, 2],
  ])(
    'two deliveries with %i ms between them use %i connection(s), even if another receiver was served meanwhile',
    async (idleMs, connections) => {
      const [idle, busy] = await Promise.all([receiver(POLITE), receiver(POLITE)]);
      let nowMs = 0;
      const send = aSender({ nowMs: () => nowMs });
      expect(await send(post(idle.url))).toEqual(responded(200));
      await setImmediate();
      nowMs += idleMs / 2;
      expect(await send(post(busy.url))).toEqual(responded(200));
      nowMs += idleMs / 2;
      expect(await send(post(idle.url))).toEqual(responded(200));
      expect(idle.server.connections()).toBe(connections);
    },
  );

  it('a delivery succeeds at its first attempt if the receiver closes each connection after its response', async () => {
    // Ends the connection, because destroying it before the whole request has arrived would reset it.
    const { url } = await receiver((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'));
    const send = aSender();
    for (let n = 0; n < 50; n += 1) expect(await send(post(url))).toEqual(responded(200));
  });

  it('a connection to a receiver carries one request at a time', async () => {
    const { server, url } = await receiver((socket) => setTimeout(() => POLITE(socket), 20));
    const send = aSender();
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => send(post(url))));
    expect(outcomes).toEqual(new Array(10).fill(responded(200)));
    expect(server.connections()).toBe(10);
  });
});

describe('the addresses of a receiver', () => {
  const rejecting = (count: number) => Array.from({ length: count }, (_, n) => `127.0.0.${n + 2}`);

  it.each([
    ['tries the tenth address of a receiver if nine addresses refuse the connection', 9, responded(204)],
    ['tries no eleventh address of a receiver', 10, noResponse('refused connection')],
  ])('the sender %s', async (_name, count, expected) => {
    const { url } = await receiver(says('HTTP/1.1 204 OK\r\n\r\n'));
    const addresses = [...rejecting(count), '127.0.0.1'];
    const send = aSender({ resolve: async () => ({ kind: 'addresses', addresses }), permits: () => true });
    expect(await send(post(url))).toEqual(expected);
  });

  it("no request is sent if the receiver's address is denied after the connection has opened", async () => {
    const { server, url } = await receiver(says('HTTP/1.1 204 OK\r\n\r\n'));
    let asked = 0;
    const permits = () => {
      asked += 1;
      return asked === 1;
    };
    expect(await aSender({ permits })(post(url))).toEqual(noResponse('blocked address'));
    await server.allClosed();
    expect(server.received.join('')).toBe('');
  });
});

it('a connection carries no request if it opens after its attempt has timed out', async () => {
  const { server, url } = await receiver(says('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'));
  let release: () => void = () => undefined;
  const slowDns = new Promise<void>((resolve) => {
    release = resolve;
  });
  const send = aSender({
    responseLimitMs: 30,
    resolve: async () => {
      await slowDns;
      return { kind: 'addresses', addresses: ['127.0.0.1'] };
    },
  });
  expect(await send(post(url))).toEqual(noResponse('timeout'));
  release();
  await until(() => server.connections() > 0);
  await server.allClosed();
  expect(server.received).toEqual(['']);
});
