import { beforeAll, describe, expect, it } from '@jest/globals';
import { inFarNetwork, obstacleToFarReceivers } from '../../support/far/far-network.ts';
import { SCENARIOS } from '../../support/far/scenarios.ts';

const obstacle = obstacleToFarReceivers();
const describeFar = obstacle ? describe.skip : describe;

describeFar(`an event is delivered at the first attempt${obstacle ? ` (SKIPPED: ${obstacle})` : ''}`, () => {
  let seen: unknown;
  beforeAll(async () => {
    seen = await inFarNetwork(new URL('../../support/far/deliveries.ts', import.meta.url));
  }, 60_000);

  it.each(SCENARIOS)('to a receiver that $that', ({ that }) => {
    expect(seen).toContainEqual({ that, outcome: { kind: 'response', status: 200 }, requests: 1 });
  });
});
