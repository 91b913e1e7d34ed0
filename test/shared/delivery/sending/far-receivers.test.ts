import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventsAtRandomGaps, inFarNetwork, obstacleToFarReceivers } from '../../../support/far/far-network.ts';
import { SCENARIOS } from '../../../support/far/scenarios.ts';

const LIMIT_MS = 60_000;
const obstacle = obstacleToFarReceivers();
const describeFar = obstacle ? describe.skip : describe;

describeFar(`far receivers${obstacle ? ` (SKIPPED: ${obstacle})` : ''}`, () => {
  let seen: unknown;
  let atRandomGaps: unknown;
  beforeAll(async () => {
    [seen, atRandomGaps] = await Promise.all([
      inFarNetwork(new URL('../../../support/far/deliveries.ts', import.meta.url)),
      eventsAtRandomGaps({ senders: 60, eventsEach: 3 }),
    ]);
  }, LIMIT_MS);

  it.each(SCENARIOS)(
    'an event needs one request to a receiver with this behaviour: $behaviour',
    ({ behaviour, gapsMs }) => {
      const outcomes = new Array(gapsMs.length * 2).fill({ kind: 'response', status: 200 });
      expect(seen).toContainEqual({ behaviour, outcomes, requests: outcomes.length });
    },
  );

  it('an event needs one request to a receiver that closes connections without notice after 2 s', () => {
    expect(atRandomGaps).toMatchObject({ requests: 180, lost: [] });
  });
});
