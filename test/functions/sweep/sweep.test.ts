import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Deps } from '../../../functions/sweep/handler.ts';
import type { ScheduledWakeUp } from '../../../shared/delivery/wake-ups/queue.ts';
import { LATE } from '../../../shared/domain/deliveries/lane.ts';
import { deliveryStore } from '../../../shared/store/deliveries/deliveries.ts';
import { dueDeliveryStore, PAGE_SIZE } from '../../../shared/store/deliveries/due-deliveries.ts';
import { laneStore } from '../../../shared/store/deliveries/lanes.ts';
import type { Table } from '../../../shared/store/table/connect.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import {
  aCall,
  callsInShard,
  changeItem,
  deliveryRow,
  manyRecorded,
  recorded,
  START_MS,
  SWEEP_PERIOD_MS,
} from '../../support/functions/deliveries.ts';
import { sweepOn } from '../../support/functions/pipeline.ts';
import { NotingLogger, recordingTelemetry } from '../../support/functions/telemetry.ts';
import { testTable } from '../../support/table/table.ts';

const LATER_MS = START_MS + SWEEP_PERIOD_MS;
let table: Table;
beforeEach(async () => {
  table = await testTable();
});

interface Circumstances extends Partial<Deps> {
  readonly accepts?: boolean;
  readonly remainingMs?: number;
  readonly meanwhile?: () => Promise<void>;
}

/**
 * Returns a sweep. `meanwhile` runs after the sweep has moved a row forward, and before the sweep wakes or settles the
 * delivery.
 */
function sweepWorld({
  accepts = true,
  remainingMs = 100_000,
  meanwhile = async () => {},
  ...more
}: Circumstances = {}) {
  const sent: ScheduledWakeUp[] = [];
  const due = dueDeliveryStore(table, { sweepPeriodMs: SWEEP_PERIOD_MS });
  const instead: Partial<Deps> = {
    due: { ...due, moveForward: (...args) => due.moveForward(...args).finally(meanwhile) },
    wakeUps: {
      sendAll: async (wakeUps) => {
        if (!accepts) return [...wakeUps];
        sent.push(...wakeUps);
        return [];
      },
    },
    ...more,
  };
  const handler = sweepOn({ table, nowMs: () => LATER_MS }, instead);
  return { sent, sweep: (event = {}) => handler(event, { getRemainingTimeInMillis: () => remainingMs }) };
}

describe('the due deliveries of a sweep', () => {
  it('the sweep wakes each overdue delivery once per sweep period', async () => {
    const calls = Array.from({ length: 60 }, () => aCall());
    const rows = await manyRecorded(table, calls);
    const { sweep, sent } = sweepWorld();
    expect(await sweep()).toEqual({ due: 60, queued: 60, settledDead: 0 });
    expect(sent.map(({ delivery }) => delivery.callId).toSorted()).toEqual(rows.map(({ callId }) => callId).toSorted());
    expect(new Set(sent.map(({ hops }) => hops))).toEqual(new Set([0]));
    expect(await sweep()).toEqual({ due: 0, queued: 0, settledDead: 0 });
  });

  it('the sweep wakes a delivery that has just become due only if its input has dueNow: true', async () => {
    const row = await recorded(table, aCall());
    const { sweep, sent } = sweepWorld({ nowMs: () => START_MS + 1 });
    expect(await sweep({ source: 'aws.events' })).toEqual({ due: 0, queued: 0, settledDead: 0 });
    expect(await sweep({ dueNow: true })).toEqual({ due: 1, queued: 1, settledDead: 0 });
    expect(sent.map(({ delivery }) => delivery.callId)).toEqual([row.callId]);
  });

  it('a sweep with dueNow: true wakes each of 60 due deliveries once', async () => {
    const calls = Array.from({ length: 60 }, () => aCall());
    await manyRecorded(table, calls);
    const { sweep, sent } = sweepWorld({ nowMs: () => START_MS + 1 });
    expect(await sweep({ dueNow: true })).toEqual({ due: 60, queued: 60, settledDead: 0 });
    expect(new Set(sent.map(({ delivery }) => delivery.callId)).size).toBe(60);
  });

  it('the sweep sends the wake-up of a slow partner to the slow lane', async () => {
    const row = await recorded(table, aCall());
    await laneStore(table).mark(row.partnerId, LATE, LATER_MS);
    const { sweep, sent } = sweepWorld();
    await sweep();
    expect(sent).toMatchObject([{ lane: 'slow', delayMs: 0 }]);
  });

  it('the sweep sets a delivery to dead if its eighth attempt never reported a result', async () => {
    const row = await recorded(table, aCall(), { attempts: 8, leaseToken: 'lost', leaseUntilMs: LATER_MS });
    const { noted, ...telemetry } = recordingTelemetry();
    const { sweep, sent } = sweepWorld(telemetry);
    expect(await sweep()).toEqual({ due: 1, queued: 0, settledDead: 1 });
    expect(await deliveryRow(table, row.callId)).toMatchObject({ status: 'dead', attempts: 8 });
    expect(sent).toEqual([]);
    expect(noted()).toEqual({ dead: 1, settledByFault: 1 });
  });

  it('the sweep wakes a delivery whose call has expired', async () => {
    const row = await recorded(table, aCall(), { callExpiresAtUnixSeconds: START_MS / 1_000 });
    const { sweep, sent } = sweepWorld();
    expect(await sweep()).toEqual({ due: 1, queued: 1, settledDead: 0 });
    expect(sent.map(({ delivery }) => delivery.callId)).toEqual([row.callId]);
  });

  it('the sweep does not count a delivery as dead if it was delivered meanwhile', async () => {
    const row = await recorded(table, aCall(), { attempts: 8, leaseToken: 'late', leaseUntilMs: LATER_MS });
    const entry = { atMs: LATER_MS, outcome: 'status 200', durationMs: 9 };
    const meanwhile = async () => {
      await deliveryStore(table, { sweepPeriodMs: 0 }).writeResult(row, 'late', { status: 'delivered' }, entry);
    };
    expect(await sweepWorld({ meanwhile }).sweep()).toEqual({ due: 1, queued: 0, settledDead: 0 });
    expect((await deliveryRow(table, row.callId)).status).toBe('delivered');
  });

  it('the sweep neither wakes nor settles a delivery whose attempt is under way', async () => {
    const row = await recorded(table, aCall(), { attempts: 1, leaseToken: 'busy', leaseUntilMs: LATER_MS + 1 });
    expect(await sweepWorld().sweep()).toEqual({ due: 1, queued: 0, settledDead: 0 });
    expect(await deliveryRow(table, row.callId)).toEqual(row);
  });

  it('the sweep handles the other deliveries if one delivery cannot be read', async () => {
    const bad = await recorded(table, aCall());
    await changeItem(table, keys.delivery(bad.callId), { status: 'of another version' });
    await Promise.all([1, 2, 3].map(() => recorded(table, aCall())));
    const logger = new NotingLogger();
    expect(await sweepWorld({ logger }).sweep()).toEqual({ due: 3, queued: 3, settledDead: 0 });
    expect(logger.lines).toContainEqual(
      expect.objectContaining({ message: 'A delivery could not be swept', callId: bad.callId }),
    );
  });

  it('the sweep handles the other deliveries if one delivery cannot be settled', async () => {
    const [bad] = await Promise.all([1, 2].map(() => recorded(table, aCall(), { attempts: 8 })));
    await Promise.all([1, 2, 3].map(() => recorded(table, aCall())));
    const { declareDead } = deliveryStore(table, { sweepPeriodMs: SWEEP_PERIOD_MS });
    const deliveries: Deps['deliveries'] = {
      declareDead: (row, nowMs) =>
        row.callId === bad?.callId ? Promise.reject(new Error('Throttled')) : declareDead(row, nowMs),
    };
    expect(await sweepWorld({ deliveries }).sweep()).toEqual({ due: 5, queued: 3, settledDead: 1 });
  });

  it('the sweep wakes all due deliveries even if it cannot read the lane of one partner', async () => {
    const calls = Array.from({ length: 20 }, () => aCall());
    const rows = await manyRecorded(table, calls);
    await changeItem(table, keys.lane(rows[0]?.partnerId ?? ''), { slowUntilMs: 'of another version' });
    expect(await sweepWorld().sweep()).toEqual({ due: 20, queued: 20, settledDead: 0 });
  });

  it('the sweep reads all shards before it reports that one shard failed', async () => {
    const calls = Array.from({ length: 60 }, () => aCall());
    await manyRecorded(table, calls);
    const lanes = laneStore(table);
    let asked = 0;
    const failsOnce: Deps['lanes']['of'] = async (...args) => {
      asked += 1;
      if (asked === 1) throw new Error('Throttled');
      return lanes.of(...args);
    };
    const { sweep, sent } = sweepWorld({ lanes: { of: failsOnce } });
    await expect(sweep()).rejects.toThrow('Throttled');
    const sentAtItsEnd = sent.length;
    expect(sentAtItsEnd).toBeGreaterThan(30);
    expect((await sweepWorld().sweep()).due).toBe(0);
    expect(sent).toHaveLength(sentAtItsEnd);
  });

  it('the result of a sweep counts only the wake-ups that a queue has accepted', async () => {
    await recorded(table, aCall());
    expect(await sweepWorld({ accepts: false }).sweep()).toEqual({ due: 1, queued: 0, settledDead: 0 });
  });

  it('a sweep that has little time left handles only one page of each shard', async () => {
    const calls = [0, 1].flatMap((shard) => callsInShard(shard, PAGE_SIZE + 3));
    await manyRecorded(table, calls);
    expect((await sweepWorld({ remainingMs: 9_999 }).sweep()).due).toBe(2 * PAGE_SIZE);
    expect((await sweepWorld().sweep()).due).toBe(2 * 3);
  });
});
