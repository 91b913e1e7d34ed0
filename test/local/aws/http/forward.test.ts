import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, request, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type Forwarder, forwarderTo } from '../../../../local/aws/http/forward.ts';
import { closeServer, listen } from '../../../../tooling/machine/loopback.ts';
import { raw } from '../../../support/hostile/raw-request.ts';

const opened: Server[] = [];
const forwarders: Forwarder[] = [];
afterEach(async () => {
  for (const forwarder of forwarders.splice(0)) forwarder.close();
  await Promise.all(opened.splice(0).map(closeServer));
});

async function listening(listener: RequestListener): Promise<{ port: number; server: Server }> {
  const server = createServer(listener);
  opened.push(server);
  return { port: await listen(server, 0), server };
}

/** Starts a target with this listener, and a server that forwards to it. Returns the port of the server. */
async function forwardingTo(target: RequestListener) {
  const { port, server } = await listening(target);
  const forwarder = forwarderTo(`http://127.0.0.1:${port}`);
  forwarders.push(forwarder);
  return { target: server, targetPort: port, port: (await listening(forwarder.forward)).port };
}

const bodyOf = async (incoming: IncomingMessage) => Buffer.concat(await incoming.toArray()).toString();

/** Returns in the response what arrived. */
const echo: RequestListener = async (incoming, response) => {
  const { method, url, rawHeaders } = incoming;
  response.end(JSON.stringify({ method, url, rawHeaders, body: await bodyOf(incoming) }));
};
const echoed = (response: string) => JSON.parse(response.slice(response.indexOf('{'), response.lastIndexOf('}') + 1));

describe('a forwarded request', () => {
  it('keeps method, target, body and the spelling and order of every header', async () => {
    const { port, targetPort } = await forwardingTo(echo);
    const head = 'X-Two: a\r\nAuthorization: Bearer k\r\nx-two: b\r\nContent-Length: 4\r\n';
    const response = await raw(
      port,
      `PUT /v1/%E2%82%AC?a=1&a=2 HTTP/1.1\r\nHost: asked\r\n${head}Connection: close\r\n\r\nbody`,
    );
    expect(echoed(response)).toEqual({
      method: 'PUT',
      url: '/v1/%E2%82%AC?a=1&a=2',
      rawHeaders: [
        ...['Host', `127.0.0.1:${targetPort}`, 'X-Two', 'a', 'Authorization', 'Bearer k', 'x-two', 'b'],
        ...['Content-Length', '4', 'Connection', 'keep-alive'],
      ],
      body: 'body',
    });
  });

  it.each([
    ['Trailer: X'],
    ['TE: trailers'],
    ['Upgrade: websocket'],
    ['Keep-Alive: timeout=1'],
    ['Proxy-Authorization: Basic eA=='],
    ['Proxy-Authenticate: Basic'],
    ['Proxy-Connection: keep-alive'],
    ['Expect: 100-continue'],
  ])('reaches the target without the hop-by-hop header %s', async (line) => {
    const { port, targetPort } = await forwardingTo(echo);
    const response = await raw(port, `GET / HTTP/1.1\r\nHost: a\r\n${line}\r\nConnection: close\r\n\r\n`);
    expect(echoed(response).rawHeaders).toEqual(['Host', `127.0.0.1:${targetPort}`, 'Connection', 'keep-alive']);
  });

  it('loses the headers that its Connection header names, but keeps Content-Length', async () => {
    const { port, targetPort } = await forwardingTo(echo);
    const head =
      'Connection: X-Mine,content-length\r\nConnection: close,  x-too\r\nX-Mine: 1\r\nX-Too: 2\r\nX-Kept: 3\r\n';
    const response = await raw(port, `GET / HTTP/1.1\r\nHost: a\r\n${head}Content-Length: 2\r\n\r\nhi`);
    expect(echoed(response)).toMatchObject({
      rawHeaders: [
        ...['Host', `127.0.0.1:${targetPort}`, 'X-Kept', '3', 'Content-Length', '2', 'Connection', 'keep-alive'],
      ],
      body: 'hi',
    });
  });

  it.each(['GET', 'DELETE', 'POST'])(
    'stays one request when the body of a chunked %s looks like another request',
    async (method) => {
      const urls: (string | undefined)[] = [];
      const { port } = await forwardingTo((incoming, response) => {
        urls.push(incoming.url);
        echo(incoming, response);
      });
      const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n';
      const chunks = `${smuggled.length.toString(16)}\r\n${smuggled}\r\n0\r\nX-Trailer: 1\r\n\r\n`;
      const head = 'Host: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n';
      expect(echoed(await raw(port, `${method} /outer HTTP/1.1\r\n${head}\r\n${chunks}`)).body).toBe(smuggled);
      expect(urls).toEqual(['/outer']);
    },
  );

  it('gets a response with 200 or 431 when its headers are near the size limit', async () => {
    const { port } = await forwardingTo(echo);
    for (const bytes of [1_000, 16_000, 16_300, 20_000]) {
      const huge = `GET / HTTP/1.1\r\nHost: a\r\nX-Huge: ${'h'.repeat(bytes)}\r\nConnection: close\r\n\r\n`;
      expect(await raw(port, huge)).toMatch(/^HTTP\/1\.1 (200|431) /);
    }
  });
});

describe('a forwarded response', () => {
  it('keeps status, reason and every header except hop-by-hop headers', async () => {
    const { port } = await forwardingTo((_, response) => {
      const own = ['Trailer', 'X', 'Connection', 'x-hop', 'X-Hop', '1', 'Upgrade', 'h2c', 'Keep-Alive', 'timeout=9'];
      response.writeHead(201, 'Made', [...own, 'Set-Cookie', 'a', 'Set-Cookie', 'b', 'Date', 'then']).end('body');
    });
    const response = await raw(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    const lines = ['HTTP/1.1 201 Made', 'Set-Cookie: a', 'Set-Cookie: b', 'Date: then', 'Connection: close'];
    expect(response).toBe(`${lines.join('\r\n')}\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n`);
  });

  it('reaches the client before the request body is complete, and the connection stays open', async () => {
    const { port } = await forwardingTo((_, response) => {
      response.writeHead(413, { Connection: 'close' }).end('too much');
    });
    const socket = connect(port, '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3000000\r\n\r\n');
    expect(String(await once(socket, 'data'))).toContain('413');
    socket.write('x'.repeat(3_000_000));
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    const rest = (await socket.toArray()).join('');
    expect(rest).toContain('HTTP/1.1 413');
  });

  it('is 502 when the target is not running', async () => {
    const { port, target } = await forwardingTo(echo);
    await closeServer(target);
    const response = await raw(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(response).toMatch(
      /^HTTP\/1\.1 502 Bad Gateway\r\n[\s\S]*\{"error":"The service behind this port did not respond"\}/,
    );
  });

  it('is 502 when the target closes the connection without a response', async () => {
    const { port } = await forwardingTo(({ socket }) => socket.destroy());
    expect(await raw(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 502 /);
  });

  it('is 502 when the target switches protocols', async () => {
    const { port } = await forwardingTo(({ socket }) => {
      socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    });
    const asked = 'Connection: Upgrade, close\r\nUpgrade: websocket\r\n';
    expect(await raw(port, `GET / HTTP/1.1\r\nHost: a\r\n${asked}\r\n`)).toMatch(/^HTTP\/1\.1 502 /);
  });

  it('is aborted when the target aborts its response', async () => {
    const { port } = await forwardingTo((_, response) => {
      response.writeHead(200, { 'Content-Length': '10' });
      response.write('half', () => response.destroy());
    });
    const asking = request({ port, host: '127.0.0.1' }).end();
    const [response]: IncomingMessage[] = await once(asking, 'response');
    await expect(response?.toArray()).rejects.toThrow('aborted');
  });
});

describe('the forwarder, when a client disconnects', () => {
  /** Resolves when the target's connection for the request is closed. */
  async function abandoned(bytes: string, leave: (socket: Socket) => void) {
    const seen = Promise.withResolvers<void>();
    const lost = Promise.withResolvers<void>();
    const { port } = await forwardingTo((incoming) => {
      incoming.socket.once('close', () => lost.resolve());
      seen.resolve();
    });
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('error', () => undefined);
    await seen.promise;
    leave(socket);
    await lost.promise;
  }
  const destroy = (socket: Socket) => void socket.destroy();

  it('closes the connection to the target while the target handles the request', () =>
    abandoned('GET / HTTP/1.1\r\nHost: a\r\n\r\n', destroy));

  it('closes the connection to the target after a reset by the client', () =>
    abandoned('GET / HTTP/1.1\r\nHost: a\r\n\r\n', (socket) => void socket.resetAndDestroy()));

  it('closes the connection to the target when the request body is incomplete', () =>
    abandoned('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf', destroy));

  it('closes the connection to the target for every pipelined request of the client', async () => {
    const lost: (string | undefined)[] = [];
    const all = Promise.withResolvers<void>();
    const seen = Promise.withResolvers<void>();
    const { port } = await forwardingTo((incoming) => {
      if (incoming.url === '/19') seen.resolve();
      incoming.socket.once('close', () => lost.push(incoming.url) === 20 && all.resolve());
    });
    const pipelined = Array.from({ length: 20 }, (_, at) => `GET /${at} HTTP/1.1\r\nHost: a\r\n\r\n`);
    const socket = connect(port, '127.0.0.1', () => socket.write(pipelined.join('')));
    await seen.promise;
    socket.destroy();
    await all.promise;
    expect(new Set(lost).size).toBe(20);
  });

  it('closes the connection to the target when the response is incomplete', async () => {
    const lost = Promise.withResolvers<void>();
    const { port } = await forwardingTo((_, response) => {
      response.once('close', () => lost.resolve());
      // This is more than all buffers on the way can hold.
      response.write(Buffer.alloc(64 * 1024 * 1024));
    });
    const asking = request({ port, host: '127.0.0.1' }).end();
    const [response]: IncomingMessage[] = await once(asking, 'response');
    response?.destroy();
    await lost.promise;
  });
});
