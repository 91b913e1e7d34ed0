import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { startGateway } from '../../../../local/aws/api-gateway/gateway.ts';
import { raw } from '../../../support/hostile/raw-request.ts';
import { until } from '../../../support/until.ts';
import { bodyOf, closeGateways, lambda, ok, world } from './world.ts';

afterEach(closeGateways);

const methods = [lambda('ANY', '/v1/whoami')];
const MIB = 1024 * 1024;

describe('malformed and unusual HTTP requests', () => {
  it.each<[string, string]>([
    ['nonsense', 'nonsense\r\n\r\n'],
    ['an unknown method', 'FLY /v1/whoami HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['a header without a colon', 'GET / HTTP/1.1\r\nHost: localhost\r\nbroken\r\n\r\n'],
    ['a NUL in a header', 'GET / HTTP/1.1\r\nHost: localhost\r\nX: a\0b\r\n\r\n'],
    [
      'both Content-Length and chunks',
      'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    [
      'two Content-Length headers',
      'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na',
    ],
    ['20 KiB of headers', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'a'.repeat(20_480)}\r\n\r\n`],
    ['a broken chunk', 'POST /v1/whoami HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
    ['bytes in the path that are not ASCII', 'GET /\x80\xff HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['no Host header', 'GET /v1/whoami HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ])('a request with %s gets a 400 in the form of the contract', async (_what, bytes) => {
    const { port, events } = await world({ methods });
    const response = await raw(port, Buffer.from(bytes, 'latin1'));
    expect(response).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(response).toMatch(/\r\nContent-Type: application\/json\r\n/);
    expect(response).toMatch(/\r\nX-Request-Id: [0-9a-f-]{36}\r\n/);
    expect(bodyOf(response)).toBe('{"error":"Unreadable"}');
    expect(events).toEqual([]);
  });

  it('a request with an unknown value in the header Expect gets a 200', async () => {
    const { port } = await world({ methods });
    const response = await raw(
      port,
      'GET /v1/whoami HTTP/1.1\r\nHost: localhost\r\nExpect: wonders\r\nConnection: close\r\n\r\n',
    );
    expect(response).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('a request with * instead of a path gets a 404', async () => {
    const { port } = await world({ methods });
    const response = await raw(port, 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    expect(response).toMatch(/^HTTP\/1\.1 404 /);
    expect(bodyOf(response)).toBe('{"error":"Not found"}');
  });
});

describe('the size limit of a request body', () => {
  it('a request body of exactly 10 MiB is accepted', async () => {
    const { url, events } = await world({ methods, endpoint: () => ok({ statusCode: 200 }) });
    const response = await fetch(url('/v1/whoami'), { method: 'POST', body: Buffer.alloc(10 * MIB, 'a') });
    expect(response.status).toBe(200);
    expect(events).toHaveLength(1);
  });

  it('a request body of more than 10 MiB is rejected with and without Content-Length', async () => {
    const { url, events } = await world({ methods });
    const announced = await fetch(url('/v1/whoami'), { method: 'POST', body: Buffer.alloc(10 * MIB + 1) });
    expect([announced.status, await announced.text()]).toEqual([400, '{"error":"Too large"}']);

    let sent = 0;
    const endless = new ReadableStream({
      pull: (controller) => {
        sent += MIB;
        if (sent > 15 * MIB) controller.close();
        else controller.enqueue(new Uint8Array(MIB));
      },
    });
    const chunked = await fetch(url('/v1/whoami'), { method: 'POST', body: endless, duplex: 'half' } as RequestInit);
    expect([chunked.status, await chunked.text()]).toEqual([400, '{"error":"Too large"}']);
    expect(events).toEqual([]);
  });

  it('a request is rejected before its body is sent if Content-Length announces more than 10 MiB', async () => {
    const { url } = await world({ methods });
    const announced = request(url('/v1/whoami'), { method: 'POST', headers: { 'Content-Length': 10 * MIB + 1 } });
    announced.flushHeaders();
    const [response] = await once(announced, 'response');
    expect(response.statusCode).toBe(400);
    announced.destroy();
  });

  it('the local API Gateway closes the connection if a request body does not end', async () => {
    const { port } = await world({ methods });
    const response = await new Promise<string>((resolve) => {
      let received = '';
      const socket = connect(port, '127.0.0.1');
      const more = () => {
        while (socket.writable && socket.write(`100000\r\n${'a'.repeat(MIB)}\r\n`));
      };
      socket.on('drain', more);
      socket.on('data', (chunk) => {
        received += chunk.toString();
      });
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(received));
      socket.write('POST /v1/whoami HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n');
      more();
    });
    expect(bodyOf(response)).toBe('{"error":"Too large"}');
  });
});

describe('connections to the local API Gateway', () => {
  it('the local API Gateway keeps a connection open for the next request', async () => {
    const { url } = await world({ methods });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const port = () =>
      new Promise<number | undefined>((resolve, reject) => {
        request(url('/v1/whoami'), { agent }, (response) => {
          const { localPort } = response.socket;
          response.resume().on('end', () => resolve(localPort));
        })
          .on('error', reject)
          .end();
      });
    const first = await port();
    expect(await port()).toBe(first);
    agent.destroy();
  });

  it('the local API Gateway shuts down while a connection is idle', async () => {
    const { gateway, url } = await world({ methods });
    const agent = new Agent({ keepAlive: true });
    await new Promise((resolve) =>
      request(url('/v1/whoami'), { agent }, (response) => response.resume().on('end', resolve)).end(),
    );
    await gateway.close();
    await expect(fetch(url('/v1/whoami'))).rejects.toThrow();
    agent.destroy();
  });

  it('the local API Gateway sends the response to a running request before it shuts down', async () => {
    const under = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const { gateway, url } = await world({
      methods,
      endpoint: async () => {
        under.resolve();
        await release.promise;
        return ok({ statusCode: 200, body: 'late' });
      },
    });
    const response = fetch(url('/v1/whoami'));
    await under.promise;
    const closed = gateway.close();
    release.resolve();
    const received = await response;
    expect([await received.text(), received.headers.get('connection')]).toEqual(['late', 'close']);
    await closed;
  });

  it('a client that drops its connection does not disturb other requests', async () => {
    const under = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    let first = true;
    const { url, port } = await world({
      methods,
      endpoint: async () => {
        if (first) {
          first = false;
          under.resolve();
          await release.promise;
        }
        return ok({ statusCode: 200, body: 'fine' });
      },
    });
    const socket = connect(port, '127.0.0.1', () => socket.write('GET /v1/whoami HTTP/1.1\r\nHost: localhost\r\n\r\n'));
    await under.promise;
    socket.destroy();
    release.resolve();
    expect(await (await fetch(url('/v1/whoami'))).text()).toBe('fine');
  });

  it('the local API Gateway does not start if its port is in use', async () => {
    const { port } = await world({ methods });
    const api = { id: 'api', name: 'partner-lines', stageName: 'dev', methods, gatewayResponses: {} };
    await expect(
      startGateway({
        ...{ api, invoke: async () => ok({}), port, nowMs: Date.now },
        ...{ onRequest: () => undefined, onFault: () => undefined },
      }),
    ).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  });

  it('the local API Gateway reports a request once, with or without a matching route', async () => {
    const { url, requests } = await world({ methods });
    const response = await fetch(url('/v1/whoami?secret=1'));
    await response.text();
    await fetch(url('/nowhere'));
    await until(() => requests.length === 2);
    expect(requests).toEqual([
      {
        method: 'GET',
        path: '/v1/whoami',
        status: 200,
        durationMs: expect.any(Number),
        requestId: response.headers.get('x-amzn-requestid'),
        sourceIp: '127.0.0.1',
      },
      expect.objectContaining({ path: '/nowhere', status: 404 }),
    ]);
  });
});
