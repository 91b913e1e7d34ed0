import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createResolver, type Resolve } from '../../shared/delivery/resolver.ts';
import { isAliasOf, leadsTo, rebinds, startDnsServer } from '../support/receivers/dns-server.ts';

/** A busy machine answers late: only what waits for an answer that never comes is cut short. */
const PATIENT = { budgetMs: 30_000 };
const IMPATIENT = { budgetMs: 300 };

describe('looking up the host of a webhook', () => {
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
      'halfsilent.example.com': (question) =>
        question.type === 'A' ? leadsTo('93.184.216.34')(question) : { silent: true },
      'unsure.example.com': ({ type }) => (type === 'A' ? {} : { code: 'SERVFAIL' }),
    });
    resolve = createResolver({ dnsServer: server.address, ...PATIENT });
  });
  afterAll(() => server.close());

  const addresses = (...found: string[]) => ({ kind: 'addresses', addresses: found });

  it('finds the addresses of both families', async () => {
    expect(await resolve('both.example.com')).toEqual(addresses('93.184.216.34', '2606:4700::1'));
    expect(await resolve('only6.example.com')).toEqual(addresses('2606:4700::1'));
  });

  it('keeps every address, so that one bad one among good ones is seen', async () => {
    expect(await resolve('mixed.example.com')).toEqual(addresses('93.184.216.34', '10.0.0.1'));
  });

  it('follows a chain of aliases to the address at its end', async () => {
    expect(await resolve('alias.example.com')).toEqual(addresses('10.0.0.7'));
  });

  it('asks anew each time, so that a name that moves inside is noticed', async () => {
    expect(await resolve('rebinding.example.com')).toEqual(addresses('93.184.216.34'));
    expect(await resolve('rebinding.example.com')).toEqual(addresses('127.0.0.1'));
  });

  it.each(['nowhere.example.com', 'nodata.example.com', `${'x'.repeat(64)}.example.com`])(
    'calls %s unresolvable: nobody is there',
    async (name) => {
      expect(await resolve(name)).toEqual({ kind: 'unresolvable' });
    },
  );

  it.each(['servfail.example.com', 'refused.example.com', 'unsure.example.com'])(
    'calls %s trouble: nobody could say',
    async (name) => {
      expect(await resolve(name)).toEqual({ kind: 'trouble' });
    },
  );

  it('calls a server that never answers trouble', async () => {
    const impatient = createResolver({ dnsServer: server.address, ...IMPATIENT });
    expect(await impatient('silent.example.com')).toEqual({ kind: 'trouble' });
  });

  it('is content with one family when the other has trouble', async () => {
    expect(await resolve('half.example.com')).toEqual(addresses('93.184.216.34'));
  });

  it('is content with one family when nothing is heard of the other within the budget', async () => {
    const asInProduction = createResolver({ dnsServer: server.address });
    expect(await asInProduction('halfsilent.example.com')).toEqual(addresses('93.184.216.34'));
  });

  it('calls a server that cannot be reached trouble', async () => {
    const gone = await startDnsServer({});
    await gone.close();
    const impatient = createResolver({ dnsServer: gone.address, ...IMPATIENT });
    expect(await impatient('example.com')).toEqual({ kind: 'trouble' });
  });

  it('takes an address for itself and asks nobody', async () => {
    const before = server.asked.length;
    expect(await resolve('127.0.0.1')).toEqual(addresses('127.0.0.1'));
    expect(await resolve('[::1]')).toEqual(addresses('::1'));
    expect(server.asked).toHaveLength(before);
  });

  it('knows localhost only in the local service', async () => {
    const local = createResolver({ dnsServer: server.address, knowsLocalhost: true, ...PATIENT });
    expect(await local('hooks.localhost')).toEqual(addresses('127.0.0.1'));
    expect(await local('localhost')).toEqual(addresses('127.0.0.1'));
    expect(await resolve('localhost')).toEqual({ kind: 'unresolvable' });
  });
});
