import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { SenderSettings } from '../../../../shared/delivery/sending/sender.ts';
import { forever } from '../../../support/receivers/hostile-receivers.ts';
import type { Behaviour, RawServer } from '../../../support/receivers/raw-server.ts';
import { aSender, closeReceivers, noResponse, post, receiver, responded, says } from './sender-world.ts';

afterEach(closeReceivers);

/**
 * For tests whose receivers use up the whole limit. All others have the contract's limit, because a busy machine
 * responds late.
 */
const IMPATIENT = { responseLimitMs: 250 };

const outcomeOf = async (behaviour: Behaviour, about: Partial<SenderSettings> = {}) => {
  const { server, url } = await receiver(behaviour);
  const outcome = await aSender(about)(post(url));
  return { outcome, server };
};
const requestsOf = ({ received }: RawServer) => received.join('').split('POST /hook').length - 1;

describe('the request of a delivery', () => {
  it('a delivery is one POST with the given headers and body', async () => {
    const { outcome, server } = await outcomeOf(says('HTTP/1.1 204 No Content\r\n\r\n'));
    expect(outcome).toEqual(responded(204));
    expect(server.received[0]).toMatch(/^POST \/hook\?a=1 HTTP\/1\.1\r\nhost: receiver\.test:\d+\r\n/);
    expect(server.received[0]).toContain('X-Service-Delivery: call-1\r\n');
    expect(server.received[0]).toMatch(/content-length: 26\r\n\r\n\{"event":"call\.completed"\}$/);
  });

  it.each([200, 299, 302, 400, 429, 500, 599])(
    'the outcome of an attempt has the status %i if the receiver returns this status',
    async (status) => {
      const { outcome } = await outcomeOf(says(`HTTP/1.1 ${status} x\r\nContent-Length: 2\r\n\r\nok`));
      expect(outcome).toEqual(responded(status));
    },
  );

  it('a delivery does not follow a redirect', async () => {
    const target = await receiver(says('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'));
    const { outcome } = await outcomeOf(
      says(`HTTP/1.1 307 x\r\nLocation: http://receiver.test:${target.server.port}/\r\nContent-Length: 0\r\n\r\n`),
    );
    expect(outcome).toEqual(responded(307));
    expect(target.server.connections()).toBe(0);
  });

  it('a delivery accepts a response with the header `Connection: close`', async () => {
    const { outcome } = await outcomeOf(says('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'));
    expect(outcome).toEqual(responded(200));
  });
});

describe('unusual responses that need no second request', () => {
  const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
  const interim = (status: number) => `HTTP/1.1 ${status} x\r\nLink: </x>\r\n\r\n`;

  it.each<[string, Behaviour]>([
    ['first sends 100 Continue, although the request did not ask for it', says(`HTTP/1.1 100 Continue\r\n\r\n${OK}`)],
    ['first sends four kinds of interim response', says(`${[100, 101, 102, 103].map(interim).join('')}${OK}`)],
    ['first sends twenty interim responses', says(`${interim(102).repeat(20)}${OK}`)],
    [
      'sends an interim response some time before the response',
      (socket) => {
        socket.write(interim(100));
        setTimeout(() => socket.write(OK), 50);
      },
    ],
    ['sends a head of 100 KiB', says(OK.replace('\r\n\r\n', `\r\n${`X-A: ${'a'.repeat(1_017)}\r\n`.repeat(100)}\r\n`))],
    ['sends the same Content-Length twice', says(OK.replace('\r\n\r\n', '\r\ncontent-length:2\r\n\r\n'))],
    ['sends the same Content-Length twice in one line', says(OK.replace(': 2', ': 2, 2'))],
  ])('an event is delivered with one request if the receiver %s', async (_name, behaviour) => {
    const { server, url } = await receiver(behaviour);
    const send = aSender();
    expect(await send(post(url))).toEqual(responded(200));
    // The connection still works: nothing of the first response is left on it.
    await setImmediate();
    expect(await send(post(url))).toEqual(responded(200));
    expect(requestsOf(server)).toBe(2);
  });
});

describe('incomplete responses with status 200', () => {
  const HEAD = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';

  it.each<[string, Behaviour]>([
    ['never ends its body', forever(HEAD, `4000\r\n${'x'.repeat(0x4000)}\r\n`)],
    ['sends its body byte by byte without end', forever(HEAD, '1\r\nx\r\n', 20)],
    [
      'resets the connection in the middle of its body',
      (socket) => socket.write(`${HEAD}5\r\nab`, () => socket.resetAndDestroy()),
    ],
    [
      'sends a decompression bomb',
      forever('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n', gzipSync(Buffer.alloc(50_000_000))),
    ],
    ['breaks its chunked framing', says(`${HEAD}zz\r\n`)],
  ])('an event counts as delivered if the receiver returns 200 but then %s', async (_name, behaviour) => {
    const { outcome, server } = await outcomeOf(behaviour);
    expect(outcome).toEqual(responded(200));
    await server.allClosed();
  });
});

describe('attempts that fail because of the receiver', () => {
  const flood103 = 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n';

  it.each<[string, string, Behaviour]>([
    ['sends nothing', 'timeout', () => undefined],
    ['sends its status line byte by byte', 'timeout', forever('HTTP/1.1 200 O', 'K', 20)],
    ['sends its headers byte by byte', 'timeout', forever('HTTP/1.1 200 OK\r\nX-A: ', 'a', 20)],
    ['sends 103 Early Hints forever', 'invalid response', forever('', flood103)],
    ['sends 100 Continue forever', 'invalid response', forever('', 'HTTP/1.1 100 Continue\r\n\r\n')],
    [
      'sends one interim response without end',
      'invalid response',
      forever('HTTP/1.1 103 x\r\n', `X-A: ${'a'.repeat(8_000)}\r\n`),
    ],
    ['ends its lines with LF only', 'invalid response', says('HTTP/1.1 200 OK\nContent-Length: 0\n\n')],
    [
      'ends the lines of an interim response with LF only',
      'invalid response',
      says('HTTP/1.1 103 x\r\nLink: </x>\n\nHTTP/1.1 200 OK\r\n\r\n'),
    ],
    ['switches protocols', 'invalid response', says('HTTP/1.1 101 x\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n')],
    ['resets the connection at once', 'reset', (socket) => socket.resetAndDestroy()],
    ['closes the connection at once', 'reset', (socket) => socket.end()],
    ['closes the connection in the middle of its headers', 'reset', (socket) => socket.end('HTTP/1.1 200 OK\r\nX-A:')],
    ['sends endless headers', 'invalid response', forever('HTTP/1.1 200 OK\r\n', `X-A: ${'a'.repeat(8_000)}\r\n`)],
    ['sends a status of two digits', 'invalid response', says('HTTP/1.1 20 OK\r\n\r\n')],
    ['sends status 000', 'invalid response', says('HTTP/1.1 000 x\r\nContent-Length: 0\r\n\r\n')],
    ['sends status 999', 'invalid response', says('HTTP/1.1 999 x\r\nContent-Length: 0\r\n\r\n')],
    ['speaks HTTP/0.9', 'invalid response', (socket) => socket.end('<html>ok</html>')],
    ['speaks HTTP/2', 'invalid response', (socket) => socket.write(Buffer.from('000000040000000000', 'hex'))],
    [
      'sends two different Content-Lengths',
      'invalid response',
      says('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok'),
    ],
    [
      'sends both Content-Length and Transfer-Encoding',
      'invalid response',
      says('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'),
    ],
  ])('an attempt fails if the receiver %s (outcome: %s)', async (_name, why, behaviour) => {
    const { outcome, server } = await outcomeOf(behaviour, why === 'timeout' ? IMPATIENT : {});
    expect(outcome).toEqual(noResponse(why));
    await server.allClosed();
    // The limit may pass before a busy machine accepts the connection.
    expect(server.connections()).toBeGreaterThanOrEqual(why === 'timeout' ? 0 : 1);
    expect(server.connections()).toBeLessThanOrEqual(1);
  });

  it('an attempt has the outcome `refused connection` if the receiver does not listen', async () => {
    const { url } = await receiver(() => undefined);
    await closeReceivers();
    expect(await aSender()(post(url))).toEqual(noResponse('refused connection'));
  });
});
