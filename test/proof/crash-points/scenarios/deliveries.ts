import { setPartnerState } from '../../../../operator/records/partner-changes.ts';
import { waitAfterMs } from '../../../../shared/domain/deliveries/backoff.ts';
import type { Outcome } from '../../../../shared/domain/deliveries/retry-policy.ts';
import type { DeliveryItem } from '../../../../shared/store/deliveries/item.ts';
import { keys } from '../../../../shared/store/table/keys.ts';
import { changeItem } from '../../../support/functions/deliveries.ts';
import { SETTINGS } from '../../../support/functions/pipeline.ts';
import { asOperator } from '../../../support/table/as-operator.ts';
import { done } from '../clients.ts';
import { look } from '../invoke.ts';
import { deliver, relayStream, sweepOnce } from '../pipeline.ts';
import { type Scenario, scenario, wrongIf } from '../scenario.ts';
import type { World } from '../world.ts';
import { aCall } from './given.ts';

const responds = (status: number): Outcome => ({ kind: 'response', status });
const TIMEOUT: Outcome = { kind: 'noResponse', why: 'timeout' };

interface About {
  readonly name: string;
  readonly receiver?: (request: number) => Outcome;
  /** The attributes in which the row differs from a new one. */
  readonly row?: (nowMs: number) => Partial<DeliveryItem>;
  readonly before?: (world: World, ids: Awaited<ReturnType<typeof aCall>>) => Promise<void>;
  readonly act: (world: World) => Promise<unknown>;
  /** The possible statuses at the end. The first is the status of a run without faults. */
  readonly ends: readonly [DeliveryItem['status'], ...DeliveryItem['status'][]];
}

/** A scenario with the delivery of one call, in which `act` runs one of the functions. */
const delivery = ({ name, receiver = () => responds(200), row, before = relayStream, act, ends }: About): Scenario =>
  scenario({
    name,
    given: async (world) => {
      const ids = await aCall(world);
      await before(world, ids);
      if (row) await changeItem(world.table, keys.delivery(ids.callId), row(world.nowMs));
      look(world);
      world.receiver = receiver;
      return ids;
    },
    act,
    judge: async (world, { callId }) => {
      const status = world.seen.deliveries.find((one) => one.callId === callId)?.status ?? 'pending';
      const allowed = world.script.faults.length === 0 ? ends.slice(0, 1) : ends;
      return [...wrongIf(!allowed.includes(status), `it ended ${status}`), ...gapProblems(world)];
    },
  });

/** D6: no two requests are closer together than the backoff, except requests that a delayed invocation sent. */
function gapProblems({ received }: World): string[] {
  const inTime = received.filter(({ isLate }) => !isLate);
  return inTime.slice(1).flatMap(({ atMs }, index) => {
    const gapMs = atMs - (inTime[index]?.atMs ?? 0);
    return wrongIf(gapMs < waitAfterMs(index + 1, SETTINGS.retryBaseMs), `only ${gapMs} ms after request ${index + 1}`);
  });
}

/** Delivers the first message until it is acknowledged. Later messages that result from it stay in the queue. */
async function handleMessage(world: World): Promise<void> {
  const message = world.messages[0];
  while (message !== undefined && world.messages.includes(message)) {
    world.nowMs = Math.max(world.nowMs, message.visibleAtMs);
    await deliver(world, message);
  }
}

const attempted = (attempts: number) => (nowMs: number) => ({ attempts, nextAttemptAtMs: nowMs });
const interrupted = (attempts: number) => (nowMs: number) => {
  const leaseUntilMs = nowMs - 1;
  return { attempts, leaseToken: 'before', leaseUntilMs, nextAttemptAtMs: leaseUntilMs };
};

const consumer = (about: Omit<About, 'act'>) => delivery({ ...about, act: handleMessage });

export const CONSUMER: readonly Scenario[] = [
  consumer({ name: 'deliver-webhook with response 200', ends: ['delivered'] }),
  consumer({ name: 'deliver-webhook with response 500', receiver: () => responds(500), ends: ['dead'] }),
  consumer({
    name: 'deliver-webhook with response 500 and then 200',
    receiver: (request) => responds(request === 1 ? 500 : 200),
    ends: ['delivered'],
  }),
  consumer({ name: 'deliver-webhook with response 404', receiver: () => responds(404), ends: ['refused'] }),
  consumer({ name: 'deliver-webhook without a response', receiver: () => TIMEOUT, ends: ['dead'] }),
  consumer({
    name: 'deliver-webhook, eighth attempt with response 200',
    row: attempted(7),
    ends: ['delivered', 'dead'],
  }),
  consumer({
    name: 'deliver-webhook, eighth attempt with response 500',
    row: attempted(7),
    receiver: () => responds(500),
    ends: ['dead'],
  }),
  consumer({
    name: 'deliver-webhook, eighth attempt with response 404',
    row: attempted(7),
    receiver: () => responds(404),
    ends: ['refused', 'dead'],
  }),
  consumer({ name: 'deliver-webhook, eighth attempt interrupted', row: interrupted(8), ends: ['dead'] }),
  consumer({
    name: 'deliver-webhook, not due for a long time',
    before: async (world) => {
      await relayStream(world);
      // This is the wake-up of the sixth attempt, at its first hop.
      world.messages = world.messages.map((one) => ({
        ...one,
        body: one.body.replace('"attempts":0', '"attempts":5'),
      }));
    },
    row: (nowMs) => ({ attempts: 5, nextAttemptAtMs: nowMs + 1_000_000 }),
    ends: ['delivered'],
  }),
  consumer({
    name: 'deliver-webhook, due in a moment',
    row: (nowMs) => ({ attempts: 1, nextAttemptAtMs: nowMs + 500 }),
    ends: ['delivered'],
  }),
  consumer({
    name: 'deliver-webhook of a suspended partner',
    before: async (world, { partnerId }) => {
      await relayStream(world);
      await done(world, ({ table }) => setPartnerState(asOperator(table), partnerId, 'suspended'));
    },
    ends: ['skipped'],
  }),
];

export const RELAY: readonly Scenario[] = [
  delivery({ name: 'relay', before: async () => undefined, act: relayStream, ends: ['delivered'] }),
];

/** Loses the wake-up, so that only the row is left, and lets time pass without a sweep. */
async function forgotten(world: World): Promise<void> {
  await relayStream(world);
  world.messages = [];
  world.nowMs += 660_000;
}

/** Repeats the scheduled sweep until one completes. */
async function sweepThrough(world: World): Promise<void> {
  while ((await sweepOnce(world)).kind !== 'response') world.nowMs += 300_000;
}

const sweepWorld = (about: Omit<About, 'act' | 'before'>) =>
  delivery({ ...about, before: forgotten, act: sweepThrough });

export const SWEEP: readonly Scenario[] = [
  sweepWorld({ name: 'sweep with a due row', ends: ['delivered'] }),
  sweepWorld({ name: 'sweep with a dead row', row: interrupted(8), ends: ['dead'] }),
  sweepWorld({ name: 'sweep with an interrupted row', row: interrupted(3), ends: ['delivered'] }),
];
