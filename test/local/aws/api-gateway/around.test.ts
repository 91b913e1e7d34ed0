import { afterEach, describe, expect, it } from '@jest/globals';
import type { Around } from '../../../../local/aws/api-gateway/gateway.ts';
import { closeGateways, lambda, world } from './world.ts';

afterEach(closeGateways);

const methods = [lambda('GET', '/v1/whoami')];
const started = (around: Around) => world({ methods, around });

describe('what wraps the handling of requests', () => {
  it('can change who sends a request', async () => {
    const { url } = await started((incoming, _match, { handle }) => handle({ ...incoming, sourceIp: '10.1.2.3' }));
    const response = await fetch(url('/v1/whoami'));
    expect(await response.json()).toMatchObject({ requestContext: { identity: { sourceIp: '10.1.2.3' } } });
  });

  it('can have the gateway respond with another status, in the form of the contract', async () => {
    const { url, events } = await started(async (_incoming, _match, { fail }) => fail(503));
    const response = await fetch(url('/v1/whoami'));
    expect([response.status, await response.json(), events]).toEqual([503, { error: 'Internal server error' }, []]);
  });

  it('can close the connection after the function has run', async () => {
    const { url, events, faults } = await started(async (incoming, _match, { handle }) => {
      await handle(incoming);
      return 'cut';
    });
    await expect(fetch(url('/v1/whoami'))).rejects.toThrow('fetch failed');
    expect([events.length, faults]).toEqual([1, []]);
  });
});
