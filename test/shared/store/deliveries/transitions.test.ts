import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../../../../shared/domain/deliveries/delivery.ts';
import { deliveryStore, type Ending } from '../../../../shared/store/deliveries/deliveries.ts';
import { dueDeliveryStore } from '../../../../shared/store/deliveries/due-deliveries.ts';
import { type DeliveryItem, deliveryItem, dueKeys, newDelivery } from '../../../../shared/store/deliveries/item.ts';
import { startReplayRound } from '../../../../shared/store/deliveries/replay.ts';
import { callExpiryWrite, deletedCallWrite } from '../../../../shared/store/deliveries/row-writes.ts';
import { unskipDelivery } from '../../../../shared/store/deliveries/unskip-delivery.ts';
import { keys } from '../../../../shared/store/table/keys.ts';
import { transact } from '../../../../shared/store/table/transactions.ts';
import {
  aCall,
  callRecorderOn,
  deliveryRow,
  itemAt,
  putItem,
  START_MS,
  SWEEP_PERIOD_MS,
} from '../../../support/functions/deliveries.ts';
import { testTable } from '../../../support/table/table.ts';
import { allows, TRANSITIONS, type TransitionName } from './life-of-a-row.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const settings = { sweepPeriodMs: SWEEP_PERIOD_MS };
const times = { nowMs: START_MS, leaseUntilMs: START_MS + 30_000, nextAttemptAtMs: START_MS + 60_000 };
const entry = { atMs: START_MS, outcome: 'status 200', durationMs: 1 };

const table = await testTable();

const settledAs = (ending: Ending) => (row: DeliveryItem) =>
  deliveryStore(table, settings).writeResult(row, 'mine', ending, entry);

/** Tries each change on a row where only the status can make it fail. */
const CHANGES: Record<TransitionName, (row: DeliveryItem) => Promise<unknown>> = {
  record: (row) => callRecorderOn(table).store({ ...aCall(), callId: row.callId }, () => START_MS),
  recordSkipped: (row) => callRecorderOn(table).store({ ...aCall(), callId: row.callId }, () => START_MS, 'no webhook'),
  unskip: (row) => unskipDelivery(table, row.callId, START_MS),
  claim: (row) => deliveryStore(table, settings).claim(row, { token: 'next', ...times }),
  retry: settledAs({ status: 'pending', nextAttemptAtMs: times.nextAttemptAtMs }),
  deliver: settledAs({ status: 'delivered' }),
  refuse: settledAs({ status: 'refused' }),
  die: settledAs({ status: 'dead' }),
  declareDead: (row) => deliveryStore(table, settings).declareDead(row, START_MS),
  skip: (row) => deliveryStore(table, settings).skip(row, 'partner suspended', START_MS),
  expire: (row) => deliveryStore(table, settings).skip(row, 'expired', START_MS),
  moveForward: ({ callId }) => {
    const { sweepAtMs } = dueKeys(callId, START_MS, SWEEP_PERIOD_MS);
    return dueDeliveryStore(table, settings).moveForward({ ...keys.delivery(callId), sweepAtMs }, START_MS + 1);
  },
  replay: (row) => startReplayRound(table, row, { ...settings, nowMs: START_MS }),
  delete: (row) => transact(table, { delivery: deletedCallWrite(row) }),
  setExpiry: (row) => transact(table, { delivery: callExpiryWrite(row, START_MS / 1_000) }),
};

/** Creates a row with an attempt whose lease has ended. Only a pending row is in the index of due deliveries. */
async function aRowIn(status: DeliveryStatus, attempts: number): Promise<DeliveryItem> {
  const call = aCall();
  const skipReason = status === 'skipped' ? 'no webhook' : undefined;
  const recorded = newDelivery(call, SWEEP_PERIOD_MS, status === 'pending' ? undefined : 'no webhook');
  const lease = { leaseToken: 'mine', leaseUntilMs: START_MS };
  await putItem(table, { ...keys.delivery(call.callId), ...recorded, status, skipReason, attempts, ...lease });
  return deliveryRow(table, call.callId);
}

const NAMES = Object.keys(TRANSITIONS).filter((name): name is TransitionName => name in TRANSITIONS);

describe.each(NAMES)('the transition %s of a delivery row', (name) => {
  const { from, to } = TRANSITIONS[name];
  const endOf = (status: DeliveryStatus) => (to === 'unchanged' ? status : to);

  it.each(DELIVERY_STATUSES)(
    'a delivery with the status %s changes only if the table of transitions allows the change',
    async (status) => {
      const row = await aRowIn(status, name === 'declareDead' ? 8 : 3);
      const before = await itemAt(table, keys.delivery(row.callId));
      await CHANGES[name](row);
      const now = await itemAt(table, keys.delivery(row.callId));
      const wanted = endOf(status);
      if (allows(name, status, wanted)) {
        expect(now).not.toEqual(before);
        expect(now).toMatchObject({ status: wanted });
      } else expect(now).toEqual(before);
    },
  );

  it('only a transition that records a new delivery creates a missing row', async () => {
    const unknown = deliveryItem.parse(newDelivery(aCall(), SWEEP_PERIOD_MS));
    await CHANGES[name](unknown);
    const created = await itemAt(table, keys.delivery(unknown.callId));
    expect(created?.['status']).toBe(from.length === 0 ? to : undefined);
  });
});

it('outside of shared/store/deliveries, only five files of operator use the key of a delivery row', () => {
  const files = globSync('{functions,shared,operator}/**/*.ts', { cwd: ROOT });
  const naming = files.filter((file) => readFileSync(join(ROOT, file), 'utf8').includes('keys.delivery('));
  const outside = naming.filter((file) => !file.startsWith('shared/store/deliveries/'));
  expect(outside.sort()).toEqual([
    'operator/invariants/deliveries.ts',
    'operator/records/deliveries-newest-first.ts',
    'operator/records/delivery-queries.ts',
    'operator/restore/groups.ts',
    'operator/restore/restored-items.ts',
  ]);
});
