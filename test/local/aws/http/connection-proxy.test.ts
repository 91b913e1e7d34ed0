import { createServer, type Server } from 'node:http';
import { connect, type Server as TcpServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { authorizationHeader } from '../../../../local/aws/http/access-key.ts';
import { connectionProxy } from '../../../../local/aws/http/connection-proxy.ts';
import { closeServer, listen } from '../../../../tooling/machine/loopback.ts';

const KEY = 'A1B2';

let engine: Server;
let relay: TcpServer;
let port: number;
let enginePort: number;
let received: string[];
beforeEach(async () => {
  received = [];
  engine = createServer(async (request, response) => {
    const body = await text(request);
    received.push(`${request.method} ${request.url} ${body}`);
    response.end(`engine got ${body}`);
  });
  enginePort = await listen(engine, 0);
  relay = connectionProxy({ host: '127.0.0.1', port: enginePort }, KEY);
  port = await listen(relay, 0);
});
afterEach(async () => {
  relay.close();
  await closeServer(engine);
});

const post = (headers: string, body: string) =>
  `POST / HTTP/1.1\r\nHost: x\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`;
const withKey = `Authorization: ${authorizationHeader(KEY)}\r\n`;

/** Sends the pieces one after the other, ends its side, and returns everything that it receives. */
async function converse(...pieces: string[]): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
  // The relay may close the connection before it has read everything.
  socket.on('error', () => undefined);
  const response = text(socket).catch(() => '');
  for (const piece of pieces) await new Promise((resolve) => socket.write(piece, resolve));
  socket.end();
  return response;
}

describe('the port in front of the table engine', () => {
  it('the port of the table engine accepts a request with the access key, even if the request arrives in pieces', async () => {
    const request = post(withKey, 'hello');
    expect(await converse(request)).toMatch(/^HTTP\/1\.1 200 [\s\S]*engine got hello$/);
    expect(await converse(request.slice(0, 40), request.slice(40, 90), request.slice(90))).toMatch(/got hello$/);
  });

  it('the port of the table engine accepts all requests of a connection even if only the first has the access key', async () => {
    await converse(post(withKey, 'one'), post('', 'two'));
    expect(received).toEqual(['POST / one', 'POST / two']);
  });

  it.each([
    ['no access key', ''],
    ['another access key', `Authorization: ${authorizationHeader('A1B3')}\r\n`],
    ['the access key in another header', `X-Authorization: ${authorizationHeader(KEY)}\r\n`],
  ])('the port of the table engine rejects a request with %s', async (_, headers) => {
    expect(await converse(post(headers, 'hello'))).toMatch(/^HTTP\/1\.1 403 [\s\S]*"UnrecognizedClientException"/);
    expect(received).toEqual([]);
  });

  it('the port of the table engine ignores an access key in the body', async () => {
    expect(await converse(post('', `\r\n${withKey}`))).toMatch(/^HTTP\/1\.1 403 /);
  });

  it.each([
    ['a head that never ends', 'GET / HTTP/1.1\r\n'.padEnd(20_000, 'x')],
    ['bytes that are no HTTP', '\0'.repeat(20_000)],
  ])('the port of the table engine rejects %s', async (_, bytes) => {
    expect(await converse(bytes)).toMatch(/^HTTP\/1\.1 403 /);
  });

  it('the port of the table engine accepts a request that it reads late because its process was paused', async () => {
    const HEAD_WITHIN_MS = 20;
    const late = connectionProxy({ host: '127.0.0.1', port: enginePort }, KEY, HEAD_WITHIN_MS);
    port = await listen(late, 0);
    late.once('connection', () => {
      const untilMs = performance.now() + 2 * HEAD_WITHIN_MS;
      while (performance.now() < untilMs);
    });
    expect(await converse(post(withKey, 'hello'))).toMatch(/got hello$/);
    late.close();
  });

  it('the port in front of the table engine closes the connection if the engine has exited', async () => {
    await closeServer(engine);
    expect(await converse(post(withKey, 'hello'))).toBe('');
  });
});
