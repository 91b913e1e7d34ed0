import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { closeServer, listen } from '../../../tooling/machine/loopback.ts';
import { type PortKind, rejectForeignPages } from '../../../tooling/machine/reject-foreign-pages.ts';
import { raw } from '../../support/hostile/raw-request.ts';

type Headers = Readonly<Record<string, string>>;
const KINDS: readonly PortKind[] = ['service', 'pages', 'api'];

/** Headers that browsers add. A page cannot change them. */
const sentBy = (site: string, mode = 'no-cors', dest = 'empty'): Headers => ({
  'Sec-Fetch-Site': site,
  'Sec-Fetch-Mode': mode,
  'Sec-Fetch-Dest': dest,
});

describe.each(KINDS)('a local port of kind %s', (kind) => {
  const seen: (string | undefined)[] = [];
  const server = createServer(
    rejectForeignPages(kind, ({ url }, response) => {
      seen.push(url);
      response.end('let in');
    }),
  );
  let port: number;
  beforeAll(async () => {
    port = await listen(server, 0);
  });
  afterAll(() => closeServer(server));

  const ask = async (headers: Headers, method = 'GET', target = '/') => {
    seen.length = 0;
    const lines = Object.entries({ Connection: 'close', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    const response = await raw(port, `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`);
    // A rejected request must not reach the server behind the guard.
    expect(seen).toHaveLength(response.includes('let in') ? 1 : 0);
    return response.split(' ')[1];
  };
  const own = () => `127.0.0.1:${port}`;

  it.each(['localhost', 'LOCALHOST:1', '127.0.0.1', '127.8.9.10:8787', '[::1]:8787'])(
    'a local port accepts Host %s',
    async (Host) => {
      expect(await ask({ Host })).toBe('200');
    },
  );

  it.each([
    ['evil.test'],
    ['evil.test:8787'],
    ['127.0.0.1.evil.test'],
    ['localhost.evil.test:8787'],
    ['evil-localhost'],
    ['127.0.0.1@evil.test'],
    ['127.0.0.1:80:80'],
    ['0.0.0.0'],
    ['[::2]'],
    [''],
  ])('a local port rejects Host %j', async (Host) => {
    expect(await ask({ Host })).toBe('403');
  });

  it('a local port checks the host in an absolute request target instead of the Host header', async () => {
    expect(await ask({ Host: own() }, 'GET', 'http://evil.test/')).toBe('403');
    expect(await ask({ Host: 'evil.test' }, 'GET', `http://${own()}/`)).toBe('200');
  });

  it('a local port accepts requests of its own pages', async () => {
    expect(await ask({ Host: own(), Origin: `http://${own()}`, ...sentBy('same-origin', 'cors') }, 'POST')).toBe('200');
    expect(await ask({ Host: own(), ...sentBy('none', 'navigate', 'document') })).toBe('200');
  });

  it.each(['cross-site', 'same-site', 'whatever'])(
    'without a click on a link, a local port rejects a request with Sec-Fetch-Site: %s',
    async (site) => {
      expect(await ask({ Host: own(), ...sentBy(site) })).toBe('403');
      expect(await ask({ Host: own(), ...sentBy(site, 'navigate', 'iframe') })).toBe('403');
      expect(await ask({ Host: own(), ...sentBy(site, 'navigate', 'document') }, 'POST')).toBe('403');
    },
  );

  it(`a port of kind ${kind} ${kind === 'pages' ? 'accepts' : 'rejects'} a click on a link of another site`, async () => {
    const link = { Host: own(), ...sentBy('cross-site', 'navigate', 'document') };
    expect(await ask(link)).toBe(kind === 'pages' ? '200' : '403');
  });

  it.each(['http://evil.test', 'null', '', 'https://127.0.0.1', 'http://127.0.0.1:1', 'http://localhost'])(
    `a port of kind ${kind} ${kind === 'api' ? 'accepts' : 'rejects'} a request with the foreign Origin %j`,
    async (Origin) => {
      expect(await ask({ Host: own(), Origin })).toBe(kind === 'api' ? '200' : '403');
    },
  );

  it('a local port rejects a preflight request of another site', async () => {
    const preflight = { Host: own(), Origin: 'http://evil.test', ...sentBy('cross-site', 'cors') };
    expect(await ask({ ...preflight, 'Access-Control-Request-Method': 'PUT' }, 'OPTIONS')).toBe('403');
  });

  it('a local port rejects a WebSocket handshake of a foreign page', async () => {
    const handshake = { Connection: 'close, Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' };
    const headers = { ...handshake, Host: own(), Origin: 'http://evil.test' };
    expect(await ask({ ...headers, 'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==' })).toBe('403');
  });
});
