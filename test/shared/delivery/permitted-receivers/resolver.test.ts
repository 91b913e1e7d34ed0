import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createResolver, type Resolve } from '../../../../shared/delivery/permitted-receivers/resolver.ts';
import { isAliasOf, leadsTo, rebinds, startDnsServer } from '../../../support/receivers/dns-server.ts';

/** A busy machine responds late, so only tests with a query that gets no response use the short budget. */
const PATIENT = { budgetMs: 30_000 };
const IMPATIENT = { budgetMs: 300 };

describe("the look-up of a webhook's host", () => {
  let server: Awaited<ReturnType<typeof startDnsServer>>;
  let resolve: Resolve;
  beforeAll(async () => {
    server = await startDnsServer({
      'both.example.com': leadsTo('93.184.216.34', '2606:4700::1'),
      'mixed.example.com': leadsTo('93.184.216.34', '10.0.0.1'),
      'only6.example.com': leadsTo('2606:4700::1'),
      'alias.example.com': isAliasOf(['a.example.com', 'b.example.com'], '10.0.0.7'),
      'rebinding.example.com': rebinds('93.184.216.34', '127.0.0.1'),
      'nodata.example.com': {},
      'servfail.example.com': { code: 'SERVFAIL' },
      'refused.example.com': { code: 'REFUSED' },
      'silent.example.com': { silent: true },
      'half.example.com': (question) =>
        question.type === 'A' ? leadsTo('93.184.216.34')(question) : { code: 'SERVFAIL' },
      'silent6.example.com': (question) =>
        question.type === 'A' ? leadsTo('93.184.216.34')(question) : { silent: true },
      'silent4.example.com': (question) =>
        question.type === 'AAAA' ? leadsTo('2606:4700::1')(question) : { silent: true },
      'unsure.example.com': ({ type }) => (type === 'A' ? {} : { code: 'SERVFAIL' }),
    });
    resolve = createResolver({ dnsServer: server.address, ...PATIENT });
  });
  afterAll(() => server.close());

  const addresses = (...found: string[]) => ({ kind: 'addresses', addresses: found });

  it("a DNS look-up of a webhook's host returns IPv4 and IPv6 addresses", async () => {
    expect(await resolve('both.example.com')).toEqual(addresses('93.184.216.34', '2606:4700::1'));
    expect(await resolve('only6.example.com')).toEqual(addresses('2606:4700::1'));
  });

  it('a DNS look-up returns every address of the host', async () => {
    expect(await resolve('mixed.example.com')).toEqual(addresses('93.184.216.34', '10.0.0.1'));
  });

  it('a DNS look-up follows a chain of aliases to the final address', async () => {
    expect(await resolve('alias.example.com')).toEqual(addresses('10.0.0.7'));
  });

  it("each look-up of a webhook's host asks the DNS server again", async () => {
    expect(await resolve('rebinding.example.com')).toEqual(addresses('93.184.216.34'));
    expect(await resolve('rebinding.example.com')).toEqual(addresses('127.0.0.1'));
  });

  it.each(['nowhere.example.com', 'nodata.example.com', `${'x'.repeat(64)}.example.com`])(
    'a DNS look-up of %s returns `unresolvable`',
    async (name) => {
      expect(await resolve(name)).toEqual({ kind: 'unresolvable' });
    },
  );

  it.each(['servfail.example.com', 'refused.example.com', 'unsure.example.com'])(
    'a DNS look-up of %s returns `trouble`',
    async (name) => {
      expect(await resolve(name)).toEqual({ kind: 'trouble' });
    },
  );

  it('a DNS look-up returns `trouble` if the DNS server never responds', async () => {
    const impatient = createResolver({ dnsServer: server.address, ...IMPATIENT });
    expect(await impatient('silent.example.com')).toEqual({ kind: 'trouble' });
  });

  it('a DNS look-up returns the IPv4 addresses if the query for IPv6 addresses fails', async () => {
    expect(await resolve('half.example.com')).toEqual(addresses('93.184.216.34'));
  });

  it('a DNS look-up returns the IPv4 addresses if the DNS server drops IPv6 queries', async () => {
    // A resolver that waited for the end of the IPv6 query would exceed the time limit of this test.
    expect(await resolve('silent6.example.com')).toEqual(addresses('93.184.216.34'));
  }, 5_000);

  it('a DNS look-up returns the IPv6 addresses if the query for IPv4 addresses times out', async () => {
    const impatient = createResolver({ dnsServer: server.address, ...IMPATIENT });
    expect(await impatient('silent4.example.com')).toEqual(addresses('2606:4700::1'));
  });

  it('a DNS look-up returns `trouble` if the DNS server cannot be reached', async () => {
    const gone = await startDnsServer({});
    await gone.close();
    const impatient = createResolver({ dnsServer: gone.address, ...IMPATIENT });
    expect(await impatient('example.com')).toEqual({ kind: 'trouble' });
  });

  it('a look-up of an IP address returns this address without a DNS query', async () => {
    const before = server.asked.length;
    expect(await resolve('127.0.0.1')).toEqual(addresses('127.0.0.1'));
    expect(await resolve('[::1]')).toEqual(addresses('::1'));
    expect(server.asked).toHaveLength(before);
  });

  it('the host localhost is resolved only in the local service', async () => {
    const local = createResolver({ dnsServer: server.address, knowsLocalhost: true, ...PATIENT });
    expect(await local('hooks.localhost')).toEqual(addresses('127.0.0.1'));
    expect(await local('localhost')).toEqual(addresses('127.0.0.1'));
    expect(await resolve('localhost')).toEqual({ kind: 'unresolvable' });
  });
});
