import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { TlsOptions } from 'node:tls';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { ResolveOutcome } from '../../../../shared/delivery/permitted-receivers/resolver.ts';
import type { SenderSettings } from '../../../../shared/delivery/sending/sender.ts';
import { issue, newAuthority } from '../../../support/receivers/certificates.ts';
import { aSender, closeReceivers, noResponse, post, receiver, responded, says } from './sender-world.ts';

const HOST = 'hooks.partner.test';
const trusted = newAuthority();
const unknown = newAuthority('Unknown authority');
const tlsOf = ({ certPem, keyPem }: { certPem: string; keyPem: string }): TlsOptions => ({
  cert: certPem,
  key: keyPem,
});
const good = tlsOf(issue(trusted, { hosts: [HOST] }));

afterEach(closeReceivers);

const aReceiver = async (tls?: TlsOptions) =>
  (await receiver(says('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'), tls)).server;
const found = (...addresses: string[]): ResolveOutcome => ({ kind: 'addresses', addresses });
const aTlsSender = (about: Partial<SenderSettings> = {}) =>
  aSender({ allowsPlainHttp: false, extraCaPem: trusted.certPem, ...about });
const at = (url: string) => post(new URL(url));
const OK = responded(200);

describe('TLS connections to receivers', () => {
  it("an attempt succeeds with a trusted certificate for the receiver's host", async () => {
    const server = await aReceiver(good);
    const send = aTlsSender();
    for (let n = 0; n < 10; n += 1) expect(await send(at(`https://${HOST}:${server.port}/`))).toEqual(OK);
    expect(server.connections()).toBeLessThanOrEqual(2);
  });

  it.each<[string, TlsOptions | undefined]>([
    ['is expired', tlsOf(issue(trusted, { hosts: [HOST], notAfter: new Date('2021-01-01') }))],
    ['is for another host', tlsOf(issue(trusted, { hosts: ['elsewhere.test'] }))],
    ['comes from an unknown authority', tlsOf(issue(unknown, { hosts: [HOST] }))],
    [
      'is only offered with TLS 1.0 and 1.1',
      { ...good, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' },
    ],
  ])('an attempt to an https receiver fails if the certificate %s', async (_name, tls) => {
    const server = await aReceiver(tls);
    const send = aTlsSender();
    // The second handshake could resume a session of the first, and skip the check that failed there.
    for (let n = 0; n < 2; n += 1) expect(await send(at(`https://${HOST}:${server.port}/`))).toEqual(noResponse('tls'));
    expect(server.received.join('')).not.toContain('POST');
  });

  it('an attempt fails if a receiver with an https URL does not speak TLS', async () => {
    // The ClientHello must be read: while it is unread, the connection stays open.
    const plain = createServer((socket) => socket.resume().end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    plain.listen(0, '127.0.0.1');
    await once(plain, 'listening');
    const { port } = plain.address() as AddressInfo;
    expect(await aTlsSender()(at(`https://${HOST}:${port}/`))).toEqual(noResponse('tls'));
    plain.close();
    await once(plain, 'close');
  });

  it('an attempt ends with a timeout if the receiver stalls in the TLS handshake', async () => {
    const server = await aReceiver();
    const send = aTlsSender({ responseLimitMs: 50 });
    expect(await send(at(`https://${HOST}:${server.port}/`))).toEqual(noResponse('timeout'));
    await server.allClosed();
  });
});

describe("checks of a receiver's address", () => {
  it.each<[string, ResolveOutcome, string]>([
    ['is denied', found('10.0.0.1'), 'blocked address'],
    ['is found together with a denied address', found('127.0.0.1', '10.0.0.1'), 'blocked address'],
    ['is missing', found(), 'dns'],
    ['belongs to a name that does not exist', { kind: 'unresolvable' }, 'dns'],
    ['cannot be looked up at the moment', { kind: 'trouble' }, 'dns'],
  ])('an attempt fails before any connection if the address of the receiver %s', async (_name, response, why) => {
    const server = await aReceiver(good);
    const send = aTlsSender({ resolve: async () => response });
    expect(await send(at(`https://${HOST}:${server.port}/`))).toEqual(noResponse(why));
    expect(server.connections()).toBe(0);
  });

  it('an attempt over a new connection looks up the address of the receiver once', async () => {
    const server = await aReceiver(good);
    const responses = [found('127.0.0.1'), found('10.0.0.1')];
    const send = aTlsSender({ resolve: async () => responses.shift() ?? found() });
    expect(await send(at(`https://${HOST}:${server.port}/`))).toEqual(OK);
    expect(responses).toHaveLength(1);
  });

  it.each(['10.0.0.1', '[::1]', '[::ffff:10.0.0.1]'])(
    'an attempt is blocked if the webhook URL has the denied address %s instead of a host name',
    async (host) => {
      const resolve = async (hostname: string) => found(hostname);
      expect(await aTlsSender({ resolve })(at(`https://${host}:9/`))).toEqual(noResponse('blocked address'));
    },
  );

  it('a receiver with an http URL gets no connection if plain HTTP is not allowed', async () => {
    const server = await aReceiver();
    expect(await aTlsSender()(at(`http://${HOST}:${server.port}/`))).toEqual(noResponse('blocked address'));
    expect(server.connections()).toBe(0);
  });
});
