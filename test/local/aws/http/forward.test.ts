import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, request, type Server } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type Forwarder, forwarderTo } from '../../../../local/aws/http/forward.ts';
import { closeServer, listen } from '../../../../tooling/machine/loopback.ts';
import { raw } from '../../../support/hostile/raw-request.ts';

const CLOSE = 'Connection: close\r\n';

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

/** Starts a target with this listener, and a server that forwards to it. Returns the target and both ports. */
async function forwardingTo(target: RequestListener) {
  const { port, server } = await listening(target);
  const forwarder = forwarderTo(`http://127.0.0.1:${port}`);
  forwarders.push(forwarder);
  return { target: server, targetPort: port, port: (await listening(forwarder.forward)).port };
}

const echo: RequestListener = async (incoming, response) => {
  const { method, url, headers } = incoming;
  response.end(JSON.stringify({ method, url, headers, body: await text(incoming) }));
};
const echoed = (response: string) => JSON.parse(response.slice(response.indexOf('{'), response.lastIndexOf('}') + 1));

describe('a request that a proxy forwards', () => {
  it('a forwarded request has the original method, path, body and headers except Host and hop-by-hop headers', async () => {
    const { port, targetPort } = await forwardingTo(echo);
    const head = 'Authorization: Bearer k\r\nX-Own: a\r\nContent-Length: 4\r\n';
    const response = await raw(port, `PUT /v1/%E2%82%AC?a=1&a=2 HTTP/1.1\r\nHost: asked\r\n${head}${CLOSE}\r\nbody`);
    expect(echoed(response)).toEqual({
      method: 'PUT',
      url: '/v1/%E2%82%AC?a=1&a=2',
      headers: {
        ...{ host: `127.0.0.1:${targetPort}`, connection: 'keep-alive' },
        ...{ authorization: 'Bearer k', 'x-own': 'a', 'content-length': '4' },
      },
      body: 'body',
    });
  });

  it('a forwarded request has no hop-by-hop headers', async () => {
    const { port, targetPort } = await forwardingTo(echo);
    const hops = [
      ...['Trailer: X', 'TE: trailers', 'Upgrade: websocket', 'Keep-Alive: timeout=1', 'Expect: 100-continue'],
      ...['Proxy-Authorization: Basic eA==', 'Proxy-Authenticate: Basic', 'Proxy-Connection: keep-alive'],
    ];
    const response = await raw(port, `GET / HTTP/1.1\r\nHost: a\r\n${hops.join('\r\n')}\r\n${CLOSE}\r\n`);
    expect(echoed(response).headers).toEqual({
      ...{ host: `127.0.0.1:${targetPort}`, connection: 'keep-alive', 'content-length': '0' },
    });
  });

  it.each(['GET', 'DELETE', 'POST'])(
    'a %s request whose chunked body looks like another request is forwarded as one request',
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
});

describe('the response to a forwarded request', () => {
  it('a forwarded response has the original status, reason, body and headers except hop-by-hop headers', async () => {
    const { port } = await forwardingTo((_, response) => {
      const hops = ['Trailer', 'X', 'Upgrade', 'h2c', 'Keep-Alive', 'timeout=9'];
      response.writeHead(201, 'Made', [...hops, 'X-Own', 'a', 'Date', 'then']).end('body');
    });
    const response = await raw(port, `GET / HTTP/1.1\r\nHost: a\r\n${CLOSE}\r\n`);
    const lines = ['HTTP/1.1 201 Made', 'x-own: a', 'date: then', 'Connection: close'];
    expect(response).toBe(`${lines.join('\r\n')}\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n`);
  });

  it('the proxy returns 502 if its target is not running', async () => {
    const { port, target } = await forwardingTo(echo);
    await closeServer(target);
    const response = await raw(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(response).toMatch(/^HTTP\/1\.1 502 Bad Gateway\r\n[\s\S]*"The service behind this port did not respond"/);
  });

  it('the proxy returns 502 if its target closes the connection without a response', async () => {
    const { port } = await forwardingTo(({ socket }) => socket.destroy());
    expect(await raw(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 502 /);
  });

  it('the proxy returns 502 if its target switches protocols', async () => {
    const { port } = await forwardingTo(({ socket }) => {
      socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    });
    const asked = 'Connection: Upgrade, close\r\nUpgrade: websocket\r\n';
    expect(await raw(port, `GET / HTTP/1.1\r\nHost: a\r\n${asked}\r\n`)).toMatch(/^HTTP\/1\.1 502 /);
  });

  it('the proxy aborts its response if the target aborts its response', async () => {
    const { port } = await forwardingTo((_, response) => {
      response.writeHead(200, { 'Content-Length': '10' });
      response.write('half', () => response.destroy());
    });
    const asking = request({ port, host: '127.0.0.1' }).end();
    const [response]: IncomingMessage[] = await once(asking, 'response');
    await expect(response?.toArray()).rejects.toThrow('aborted');
  });
});

describe('a client that disconnects from the proxy', () => {
  it('the proxy closes its connection to the target if the client disconnects before the response', async () => {
    const seen = Promise.withResolvers<void>();
    const lost = Promise.withResolvers<void>();
    const { port } = await forwardingTo((incoming) => {
      incoming.socket.once('close', () => lost.resolve());
      seen.resolve();
    });
    const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'));
    await seen.promise;
    socket.destroy();
    await lost.promise;
  });

  it('the proxy closes its connection to the target if the client disconnects during the response', async () => {
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
