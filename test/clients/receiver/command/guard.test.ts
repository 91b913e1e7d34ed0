import { type ClientRequest, type RequestOptions, request, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createListener } from '../../../../clients/receiver/command/listen/listener.ts';
import type { ArrivedRequest } from '../../../../clients/receiver/command/saved-request.ts';
import { closeServer, listen } from '../../../../tooling/machine/loopback.ts';
import { PLAIN } from '../../../../tooling/vectors/signature-headers.ts';

const MIB = 1_048_576;

describe('the requests that the command `listen` accepts', () => {
  let server: Server;
  let port: number;
  let saved: ArrivedRequest[];
  let printed: string[];
  beforeEach(async () => {
    saved = [];
    printed = [];
    server = createListener({
      responseRule: { status: 200, delayMs: 0 },
      allowedHosts: ['hooks.example.com'],
      save: async (arrived) => void saved.push(arrived),
      print: (text) => printed.push(text),
      nowMs: () => 0,
      sleepMs: async () => undefined,
    });
    port = await listen(server, 0);
  });
  afterEach(() => closeServer(server));

  const responseTo = (options: RequestOptions, write: (sent: ClientRequest) => unknown) =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = request({ port, method: 'POST', ...options }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      // The server may close the connection before the whole body has been sent.
      sent.on('error', reject);
      write(sent);
    });
  const post = (headers: Record<string, string>, options: RequestOptions = {}) =>
    responseTo({ headers, ...options }, (sent) => sent.end(PLAIN));

  it.each([
    ['a page of another site, in a browser with fetch metadata', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a page of another port', { 'Sec-Fetch-Site': 'same-site' }],
    ['a page of the same origin, as after DNS rebinding', { 'Sec-Fetch-Site': 'same-origin' }],
    ['a page in a browser without fetch metadata', { Origin: 'http://evil.test' }],
    ['a sandboxed frame', { Origin: 'null' }],
    ['a page of this machine', { Origin: 'http://127.0.0.1:8080' }],
    ['a page under a foreign host name', { Host: 'evil.test' }],
    ['a page under a host name that begins like a loopback address', { Host: '127.0.0.1.evil.test' }],
    ['a page under a host name that ends like an allowed name', { Host: 'evil-hooks.example.com' }],
  ])('the command `listen` refuses a request from %s', async (_who, headers) => {
    expect(await post(headers)).toBe(403);
    expect(saved).toEqual([]);
    expect(printed).toEqual([
      expect.stringMatching(/^refused → 403: .*\. Later requests refused for the same reason are not printed$/),
    ]);
  });

  it.each(['GET', 'HEAD', 'OPTIONS', 'PUT'])('the command `listen` refuses the method %s', async (method) => {
    expect(await responseTo({ method }, (sent) => sent.end())).toBe(405);
    expect(saved).toEqual([]);
  });

  it.each(['127.0.0.1:9100', 'localhost', 'LOCALHOST:80', '[::1]:9100', 'hooks.example.com', 'Hooks.Example.com:443'])(
    'the command `listen` accepts a request with the Host header %s',
    async (host) => {
      expect(await post({ Host: host })).toBe(200);
      expect(saved).toHaveLength(1);
    },
  );

  it('the command `listen` accepts a POST request with the header `Sec-Fetch-Site: none`', async () => {
    expect(await post({ 'Sec-Fetch-Site': 'none' })).toBe(200);
  });

  it('the command `listen` refuses a body before it arrives if its Content-Length is above 1 MiB', async () => {
    const headers = { 'Content-Length': String(MIB + 1) };
    expect(await responseTo({ headers }, (sent) => sent.flushHeaders())).toBe(413);
    expect(saved).toEqual([]);
  });

  it('the command `listen` refuses a body of unknown length as soon as it exceeds 1 MiB', async () => {
    // The body never ends.
    expect(await responseTo({}, (sent) => sent.write(Buffer.alloc(MIB + 1)))).toBe(413);
    expect(saved).toEqual([]);
  });

  it('the command `listen` saves a body of exactly 1 MiB', async () => {
    expect(await responseTo({}, (sent) => sent.end(Buffer.alloc(MIB)))).toBe(400);
    expect(saved.map(({ body }) => body.length)).toEqual([MIB]);
  });

  it('the command `listen` prints at most 20 refused requests', async () => {
    for (let nth = 0; nth < 3; nth += 1) await post({ Origin: 'http://evil.test' });
    for (let nth = 0; nth < 30; nth += 1) await post({ Host: `evil${nth}.test` });
    expect(printed).toHaveLength(20);
  });
});
