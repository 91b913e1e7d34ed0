import { deleteCall } from '../../../../operator/deletion/calls.ts';
import { attachNumber } from '../../../../operator/records/line-numbers.ts';
import { rotateKey, setPartnerState } from '../../../../operator/records/partner-changes.ts';
import { keys } from '../../../../shared/store/table/keys.ts';
import { changeItem } from '../../../support/functions/deliveries.ts';
import { exchange } from '../../../support/functions/endpoint-call.ts';
import { asOperator } from '../../../support/table/as-operator.ts';
import { command, request } from '../clients.ts';
import { invoke, look } from '../invoke.ts';
import type { Outside } from '../outside.ts';
import { deliver, relayStream, untilQuiet } from '../pipeline.ts';
import { type Scenario, scenario, wrongIf } from '../scenario.ts';
import type { World } from '../world.ts';
import {
  aCall,
  aSubscriber,
  aWaitingSecret,
  create,
  lineBody,
  put,
  rotate,
  terminate,
  update,
  webhookBody,
} from './given.ts';
import { replayAll } from './operator-deliveries.ts';

type Ids = Awaited<ReturnType<typeof aSubscriber>>;
type Actor = (world: World, ids: Ids) => Promise<unknown>;

/**
 * A scenario with two actors. If a fault delays the first actor, that actor continues after the second actor is done.
 */
const pair = (name: string, first: Actor, second: Actor, given = aSubscriber, isKept = keepsAll): Scenario =>
  scenario({
    name,
    given,
    act: async (world, ids) => {
      await first(world, ids);
      await second(world, ids);
    },
    judge: async (world) => wrongIf(!isKept(world), 'the change of the second actor was undone after its success'),
  });

/** Checks nothing besides the rules that hold for every table. */
const keepsAll = (_world: World): boolean => true;
const hasSwitched = ({ seen }: World): boolean =>
  seen.waitingSecrets.length === 0 && seen.secrets[0]?.inForceSince !== undefined;
const staysSuspended = ({ seen }: World): boolean => seen.partners[0]?.state === 'suspended';

type Endpoint = (world: World) => (outside: Outside) => Parameters<typeof exchange>[0];
const once = (world: World, endpoint: Endpoint, about: NonNullable<Parameters<typeof exchange>[1]>) =>
  invoke(world, (outside) => exchange(endpoint(world)(outside), about));

const registers: Actor = (world, { partnerId }) => once(world, put, { partnerId, body: webhookBody('new.com') });
const updates: Actor = (world, ids) => once(world, update, { ...ids, body: { greeting: 'Hello' } });
const creates: Actor = (world, { partnerId }) => once(world, create, { partnerId, body: lineBody('shop-2') });
const purges: Actor = (world, ids) => request(world, terminate(world), { ...ids, body: { purge: true } });
const suspends: Actor = (world, { partnerId }) =>
  command(world, ({ table }) => setPartnerState(asOperator(table), partnerId, 'suspended'));
const attaches: Actor = (world, { tenantId }) =>
  invoke(world, ({ table }) => attachNumber(asOperator(table), tenantId, '+821012341234'));
const rotatesSecret: Actor = (world, { partnerId }) => command(world, (outside) => rotate(world)(outside, partnerId));
const switchesSecret: Actor = (world, { partnerId }) =>
  request(world, put(world), { partnerId, body: webhookBody('new.com') });
const rotatesKey: Actor = (world, { partnerId }) =>
  invoke(world, ({ table }) => rotateKey(asOperator(table), partnerId));

/** Delivers the first message once. */
const delivers: Actor = async (world) => {
  const message = world.messages[0];
  if (message) await deliver(world, message);
};
const deletes: Actor = (world, { tenantId }) =>
  command(world, ({ table }) => deleteCall(asOperator(table), tenantId, 'call-1'));

/** All attempts fail, and then the operator replays the delivery. */
const givesUpAndReplays: Actor = async (world, { partnerId }) => {
  await untilQuiet(world);
  await command(world, (outside) => replayAll(outside, world, partnerId, 'dead'));
};

async function aWakeUp(world: World) {
  const ids = await aCall(world);
  await relayStream(world);
  return ids;
}

/** Extends a given state with a signing secret that waits for the next PUT. */
const duringRotation =
  (given: (world: World) => Promise<Ids> = aSubscriber) =>
  async (world: World): Promise<Ids> => {
    const ids = await given(world);
    await aWaitingSecret(world, ids.partnerId);
    return ids;
  };

async function aLastWakeUp(world: World) {
  const ids = await aWakeUp(world);
  await changeItem(world.table, keys.delivery(ids.callId), { attempts: 7, nextAttemptAtMs: world.nowMs });
  look(world);
  return ids;
}

export const MEANWHILE: readonly Scenario[] = [
  pair('put-webhook while the secret is rotated', registers, rotatesSecret),
  pair('put-webhook that switches the secret while it is rotated again', registers, rotatesSecret, duringRotation()),
  pair('deliver-webhook while the secret is switched', delivers, switchesSecret, duringRotation(aWakeUp), hasSwitched),
  pair(
    'rotateSecret while put-webhook switches to the earlier waiting secret',
    rotatesSecret,
    switchesSecret,
    duringRotation(),
  ),
  pair('update-agent while the line is purged', updates, purges),
  pair('create-tenant while the partner is suspended', creates, suspends, aSubscriber, staysSuspended),
  pair('attachNumber while the line is purged', attaches, purges),
  pair('rotateKey while the partner is suspended', rotatesKey, suspends, aSubscriber, staysSuspended),
  pair('deliver-webhook while the call is deleted', delivers, deletes, aWakeUp),
  pair('deliver-webhook while the partner is suspended', delivers, suspends, aWakeUp, staysSuspended),
  pair('the last attempt while its delivery is replayed', delivers, givesUpAndReplays, aLastWakeUp),
];
