import { deleteCall } from '../../../operator/deletion/calls.ts';
import { findDelivery, listDeliveries } from '../../../operator/records/delivery-queries.ts';
import { HANGING, LATE } from '../../../shared/domain/deliveries/lane.ts';
import { listCalls } from '../../../shared/store/calls/calls.ts';
import { setExpiry } from '../../../shared/store/calls/expiry.ts';
import { deliveryStore, type Ending } from '../../../shared/store/deliveries/deliveries.ts';
import { deliveryContexts } from '../../../shared/store/deliveries/delivery-contexts.ts';
import { DUE_SHARD_NUMBERS, dueDeliveryStore } from '../../../shared/store/deliveries/due-deliveries.ts';
import type { DeliveryItem } from '../../../shared/store/deliveries/item.ts';
import { laneStore } from '../../../shared/store/deliveries/lanes.ts';
import { startReplayRound } from '../../../shared/store/deliveries/replay.ts';
import { duePartitionKey, dueShardOf } from '../../../shared/store/table/keys.ts';
import { callRecorderOn } from '../../support/functions/deliveries.ts';
import { asOperator } from '../../support/table/as-operator.ts';
import { type Choice, namesOf, type StoreCall, SWEEP_PERIOD_MS, type World } from './world.ts';

const sweep = { sweepPeriodMs: SWEEP_PERIOD_MS };
const callIdOf = ({ run }: World, { call }: Choice) => `call-${run}-${call}`;

/** Returns the row as it is now. If `isOdd` is set and the row was read before, returns the row as it was then. */
async function seenRow(world: World, choice: Choice): Promise<DeliveryItem | undefined> {
  const callId = callIdOf(world, choice);
  const known = world.seen.get(callId);
  if (known && choice.isOdd) return known;
  const row = await findDelivery(world.table, callId);
  if (row) world.seen.set(callId, row);
  return row;
}

async function claim(world: World, choice: Choice): Promise<void> {
  const row = await seenRow(world, choice);
  if (!row) return;
  const { nowMs } = world;
  const token = `token-${choice.dice}`;
  const lease = { token, nowMs, leaseUntilMs: nowMs + 30_000, nextAttemptAtMs: nowMs + 60_000 };
  const change = await deliveryStore(world.table, sweep).claim(row, lease);
  if (change.kind === 'written') world.claimed.set(row.callId, { row: change.row, token });
}

async function settle(world: World, choice: Choice): Promise<void> {
  const claimed = world.claimed.get(callIdOf(world, choice));
  if (!claimed) return;
  const { nowMs } = world;
  const endings: readonly Ending[] = [
    { status: 'delivered' },
    { status: 'dead' },
    { status: 'refused' },
    { status: 'pending', nextAttemptAtMs: nowMs + 60_000 },
  ];
  const ending = endings[choice.dice] ?? { status: 'dead' };
  const token = choice.isOdd ? claimed.token : 'somebody else’s';
  const entry = { atMs: nowMs, outcome: 'status 503', durationMs: 7 };
  await deliveryStore(world.table, sweep).writeResult(claimed.row, token, ending, entry);
}

/** The store calls for calls and deliveries: recording, delivering, sweeping, replaying and deleting. */
export const CALL_STORES: Readonly<Record<string, StoreCall>> = {
  store(world, choice) {
    const { partnerId, tenantId } = namesOf(world, choice);
    const call = {
      callId: callIdOf(world, choice),
      partnerId,
      tenantId,
      storedAtMs: world.nowMs,
      summary: 'A table for two',
    };
    const skipReason = choice.dice === 0 ? 'no webhook' : undefined;
    return callRecorderOn(world.table).store(call, () => world.nowMs, skipReason);
  },
  async recordingFacts(world, choice) {
    const { partnerId, tenantId } = namesOf(world, choice);
    const callRecorder = callRecorderOn(world.table);
    await callRecorder.partnerOfLineEvenIfTerminated(tenantId);
    await callRecorder.isSubscribed(partnerId);
  },
  claim,
  settle,
  /** A complete attempt: a claim, and an outcome that is written with the token of that claim. */
  async attempt(world, choice) {
    world.nowMs += 60_000;
    await claim(world, { ...choice, isOdd: false });
    await settle(world, { ...choice, isOdd: true });
  },
  async declareDead(world, choice) {
    const row = await seenRow(world, choice);
    if (row) await deliveryStore(world.table, sweep).declareDead(row, world.nowMs);
  },
  async skip(world, choice) {
    const row = await seenRow(world, choice);
    if (row) await deliveryStore(world.table, sweep).skip(row, 'partner suspended', world.nowMs);
  },
  async startReplayRound(world, choice) {
    const row = await seenRow(world, choice);
    if (row) await startReplayRound(world.table, row, { nowMs: world.nowMs, ...sweep });
  },
  async sweepAll(world, choice) {
    const due = dueDeliveryStore(world.table, sweep);
    const shards = DUE_SHARD_NUMBERS.filter((shard) => duePartitionKey(shard) === dueShardOf(callIdOf(world, choice)));
    for (const shard of shards) {
      for await (const page of due.pastDue(shard, { nowMs: world.nowMs, dueNow: choice.isOdd })) {
        await due.findAll(page);
        for (const entry of page) await due.moveForward(entry, world.nowMs);
        // Acts like a second sweep that has read the same page.
        for (const entry of page.slice(0, 1)) await due.moveForward(entry, world.nowMs + 1);
      }
    }
  },
  findDeliveryContext(world, choice) {
    const { partnerId, tenantId } = namesOf(world, choice);
    const ids = { callId: callIdOf(world, choice), partnerId, tenantId, storedAtMs: world.nowMs };
    return deliveryContexts(world.table)(ids);
  },
  listDeliveries(world, choice) {
    const selection = {
      sinceMs: choice.isOdd ? world.nowMs - 60_000 : 0,
      matches: () => true,
      pageSize: 1 + choice.dice,
    };
    return listDeliveries(world.table, namesOf(world, choice).partnerId, selection);
  },
  async listCalls(world, choice) {
    const { tenantId } = namesOf(world, choice);
    const about = { limit: 1, sinceMs: 0, nowMs: world.nowMs };
    const { lastSortKey } = await listCalls(world.table, tenantId, about);
    if (lastSortKey) await listCalls(world.table, tenantId, { ...about, after: lastSortKey });
  },
  async setExpiry(world, choice) {
    const row = await seenRow(world, choice);
    const inSeconds = choice.isOdd ? 60 : 3_600;
    if (row) await setExpiry(world.table, row, Math.ceil(world.nowMs / 1_000) + inSeconds);
  },
  deleteCall: (world, choice) =>
    deleteCall(asOperator(world.table), namesOf(world, choice).tenantId, callIdOf(world, choice)),
  mark: (world, choice) =>
    laneStore(world.table).mark(namesOf(world, choice).partnerId, choice.isOdd ? LATE : HANGING, world.nowMs),
  lanesOf: (world) => laneStore(world.table).of(world.partnerIds, world.nowMs),
  async laterOn(world, choice) {
    world.nowMs += [1, 30_000, 60_000, 360_000][choice.dice] ?? 0;
  },
  /** Leaves the row as eight attempts without a result would. */
  async spend(world, choice) {
    for (let attempts = 0; attempts < 8; attempts += 1) {
      world.nowMs += 60_000;
      await claim(world, { ...choice, isOdd: false });
    }
  },
};
