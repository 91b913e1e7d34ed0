import { deleteCall } from '../../../../operator/deletion/calls.ts';
import { type ReplayTarget, replayDeliveries } from '../../../../operator/deliveries/replay.ts';
import { listDeliveries } from '../../../../operator/records/delivery-queries.ts';
import { SWEEP_PERIOD_MS } from '../../../support/functions/deliveries.ts';
import { QUEUE_URLS } from '../../../support/functions/lanes.ts';
import { asOperator } from '../../../support/table/as-operator.ts';
import { command } from '../clients.ts';
import type { Outside } from '../outside.ts';
import { relayStream, untilQuiet } from '../pipeline.ts';
import { type Scenario, scenario, wrongIf } from '../scenario.ts';
import { pass, type World } from '../world.ts';
import { aCall } from './given.ts';

const deletion = (name: string, before: (world: World) => Promise<unknown>): Scenario =>
  scenario({
    name,
    given: async (world) => {
      const ids = await aCall(world);
      await before(world);
      return ids;
    },
    act: (world, { tenantId, callId }) =>
      command(world, ({ table }) => deleteCall(asOperator(table), tenantId, callId)),
    judge: async ({ seen, messages }) => [
      ...wrongIf(seen.calls.length > 0, 'the call still exists'),
      ...wrongIf(seen.deliveries[0]?.skipReason !== 'deleted', 'there is no tombstone'),
      ...wrongIf(messages.length > 0, 'a wake-up is left in the queue'),
    ],
  });

const refused = (world: World): void => {
  world.receiver = () => ({ kind: 'response', status: 404 });
};
const healed = (world: World): void => {
  world.receiver = () => ({ kind: 'response', status: 200 });
};

/** Replays the partner's deliveries that have the given status, as an operator does. Returns how many it replayed. */
export async function replayAll(outside: Outside, world: World, partnerId: string, ended: string): Promise<number> {
  const matches = ({ status }: { readonly status: string }) => status === ended;
  return replayDeliveries(targetOf(outside, world), await listDeliveries(outside.table, partnerId, { matches }));
}

const targetOf = ({ table, sqs }: Outside, world: World): ReplayTarget => ({
  table,
  sqs,
  outputs: { DeliveryQueueUrl: QUEUE_URLS.main, SlowQueueUrl: QUEUE_URLS.slow, HungQueueUrl: QUEUE_URLS.hung },
  nowMs: () => world.nowMs,
  sweepPeriodMs: SWEEP_PERIOD_MS,
  sleepMs: (durationMs) => pass(world, durationMs),
});

export const DELIVERY_ACTS: readonly Scenario[] = [
  deletion('deleteCall before its delivery', relayStream),
  deletion('deleteCall after its delivery', untilQuiet),
  scenario({
    name: 'replay',
    given: async (world) => {
      const ids = await aCall(world);
      refused(world);
      await untilQuiet(world);
      healed(world);
      return ids;
    },
    act: (world, { partnerId }) => command(world, (outside) => replayAll(outside, world, partnerId, 'refused')),
    judge: async ({ seen: { deliveries }, received }, _ids, { last, tries }) => [
      ...wrongIf(deliveries[0]?.status !== 'delivered', `it ended ${deliveries[0]?.status}`),
      ...wrongIf(deliveries[0]?.series !== 2 || received.length < 2, `series ${deliveries[0]?.series}`),
      ...wrongIf(tries === 1 && last !== 1, `reported ${String(last)} as replayed`),
    ],
  }),
];
