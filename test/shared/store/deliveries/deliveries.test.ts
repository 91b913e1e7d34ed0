import { describe, expect, it } from '@jest/globals';
import { LOG_LIMIT } from '../../../../shared/domain/deliveries/attempt-log.ts';
import { type Claim, deliveryStore } from '../../../../shared/store/deliveries/deliveries.ts';
import type { DeliveryItem } from '../../../../shared/store/deliveries/item.ts';
import { keys } from '../../../../shared/store/table/keys.ts';
import {
  aCall,
  deliveryRow,
  itemAt,
  recorded,
  START_MS,
  SWEEP_PERIOD_MS,
} from '../../../support/functions/deliveries.ts';
import { losingResponses } from '../../../support/table/faulty.ts';
import { testTable } from '../../../support/table/table.ts';

const LEASE_MS = 30_000;
const WAIT_MS = 60_000;

const table = await testTable();
const store = (on = table) => deliveryStore(on, { sweepPeriodMs: SWEEP_PERIOD_MS });

const aDelivery = (about: Partial<DeliveryItem> = {}) => recorded(table, aCall(), about);
const aClaim = (about: Partial<Claim> = {}): Claim => ({
  token: 'mine',
  nowMs: START_MS,
  leaseUntilMs: START_MS + LEASE_MS,
  nextAttemptAtMs: START_MS + WAIT_MS,
  ...about,
});
const entry = { atMs: START_MS, outcome: 'status 503', durationMs: 12 };
const again = { status: 'pending', nextAttemptAtMs: START_MS + WAIT_MS } as const;
const DELIVERED = { status: 'delivered' } as const;

/** Records a delivery and claims its attempt with the token `mine`. */
async function claimed(about: Partial<DeliveryItem> = {}): Promise<DeliveryItem> {
  const change = await store().claim(await aDelivery(about), aClaim());
  if (change.kind !== 'written') throw new Error('Not claimed');
  return change.row;
}

describe('the claim of an attempt', () => {
  it('a claim counts the attempt and takes the lease', async () => {
    const row = await aDelivery();
    expect(await store().claim(row, aClaim())).toEqual({
      kind: 'written',
      row: {
        ...row,
        attempts: 1,
        leaseToken: 'mine',
        leaseUntilMs: START_MS + LEASE_MS,
        nextAttemptAtMs: START_MS + WAIT_MS,
      },
    });
  });

  it('only one of fifty parallel claims succeeds', async () => {
    const row = await aDelivery();
    const tries = Array.from({ length: 50 }, (_, n) => store().claim(row, aClaim({ token: `worker-${n}` })));
    const won = (await Promise.all(tries)).filter(({ kind }) => kind === 'written');
    expect(won).toHaveLength(1);
    expect((await deliveryRow(table, row.callId)).attempts).toBe(1);
  });

  it.each<[string, Partial<DeliveryItem>]>([
    ['is settled', { status: 'delivered' }],
    ['has had its eight attempts', { attempts: 8 }],
    ['is not due', { nextAttemptAtMs: START_MS + 1 }],
    ['has a running lease', { leaseToken: 'theirs', leaseUntilMs: START_MS + 1 }],
  ])('a claim fails if the delivery %s', async (_name, about) => {
    const row = await aDelivery(about);
    expect(await store().claim(row, aClaim())).toEqual({ kind: 'conditionFailed', found: row });
    expect(await deliveryRow(table, row.callId)).toEqual(row);
  });

  it('a claim fails if another attempt was made after the row was read', async () => {
    const row = await aDelivery({ attempts: 3 });
    expect((await store().claim({ ...row, attempts: 2 }, aClaim())).kind).toBe('conditionFailed');
  });

  it('a claim succeeds as soon as the lease of another worker has ended', async () => {
    const row = await aDelivery({ attempts: 1, leaseToken: 'theirs', leaseUntilMs: START_MS });
    expect(await store().claim(row, aClaim())).toMatchObject({ kind: 'written', row: { leaseToken: 'mine' } });
  });

  it("if the response to a claim is lost, the SDK's retry fails and returns the row with the claim's own token", async () => {
    const row = await aDelivery();
    const change = await store(losingResponses(table)).claim(row, aClaim());
    expect(change).toMatchObject({ kind: 'conditionFailed', found: { leaseToken: 'mine', attempts: 1 } });
  });
});

describe('the stored outcome of an attempt', () => {
  it.each(['delivered', 'refused', 'dead'] as const)(
    'an attempt that changes the status to %s ends the lease of the delivery',
    async (status) => {
      const row = await claimed();
      expect((await store().writeResult(row, 'mine', { status }, entry)).kind).toBe('written');
      const item = await itemAt(table, keys.delivery(row.callId));
      expect(item).toMatchObject({ status, attempts: 1, log: [entry] });
      for (const gone of ['leaseToken', 'leaseUntilMs', 'dueShard', 'sweepAtMs']) expect(item).not.toHaveProperty(gone);
    },
  );

  it('the sweep can find a delivery one sweep period after the next attempt is due', async () => {
    const row = await claimed();
    const change = await store().writeResult(row, 'mine', again, { ...entry, ...again });
    expect(change).toMatchObject({ kind: 'written', row: { status: 'pending', nextAttemptAtMs: START_MS + WAIT_MS } });
    const item = await itemAt(table, keys.delivery(row.callId));
    expect(item?.['sweepAtMs']).toBe(START_MS + WAIT_MS + SWEEP_PERIOD_MS);
    expect(item).not.toHaveProperty('leaseToken');
  });

  it.each([DELIVERED, again])(
    'a result with the delivery status $status is rejected after another invocation has claimed the delivery',
    async (ending) => {
      const row = await claimed();
      const later = aClaim({ token: 'theirs', nowMs: START_MS + WAIT_MS, leaseUntilMs: START_MS + WAIT_MS + LEASE_MS });
      const taken = await store().claim(row, later);
      expect(taken.kind).toBe('written');
      expect(await store().writeResult(row, 'mine', ending, entry)).toMatchObject({
        kind: 'conditionFailed',
        found: { attempts: 2 },
      });
      expect((await deliveryRow(table, row.callId)).log).toEqual([]);
    },
  );

  it.each([DELIVERED, again])(
    'the outcome %j is stored even if the response is lost and the SDK retries the write',
    async (ending) => {
      const row = await claimed();
      const change = await store(losingResponses(table)).writeResult(row, 'mine', ending, entry);
      expect(change).toMatchObject({ kind: 'written', row: { status: ending.status, log: [entry] } });
    },
  );

  it('a full attempt log loses its oldest entry', async () => {
    const log = Array.from({ length: LOG_LIMIT }, (_, n) => ({ ...entry, atMs: n }));
    const row = await claimed({ log, series: 6 });
    await store().writeResult(row, 'mine', DELIVERED, entry);
    const after = (await deliveryRow(table, row.callId)).log;
    expect([after.length, after[0]?.atMs, after.at(-1)]).toEqual([LOG_LIMIT, 1, { ...entry, series: 6 }]);
  });
});

describe('a delivery whose eighth attempt was interrupted', () => {
  const AFTER_MS = START_MS + WAIT_MS;
  const interrupted = () => claimed({ attempts: 7 });

  it('a delivery becomes dead after the lease of its interrupted eighth attempt', async () => {
    const row = await interrupted();
    expect(row.attempts).toBe(8);
    expect((await store().declareDead(row, AFTER_MS)).kind).toBe('written');
    const item = await itemAt(table, keys.delivery(row.callId));
    expect(item).toMatchObject({ status: 'dead', attempts: 8, log: [{ outcome: 'interrupted' }] });
    expect(item).not.toHaveProperty('dueShard');
  });

  it('a delivery cannot be set to dead during the lease of its interrupted eighth attempt', async () => {
    const row = await interrupted();
    expect((await store().declareDead(row, START_MS + LEASE_MS - 1)).kind).toBe('conditionFailed');
  });
});

describe('the change of a delivery to dead', () => {
  it('a delivery without a lease can be set to dead after eight attempts', async () => {
    const row = await aDelivery({ attempts: 8 });
    expect((await store().declareDead(row, START_MS)).kind).toBe('written');
  });

  it.each<[string, Partial<DeliveryItem>]>([
    ['is already settled', { status: 'delivered', attempts: 8 }],
    ['has attempts left', { attempts: 7 }],
    ['is not due', { attempts: 8, nextAttemptAtMs: START_MS + 1 }],
    ['has a running lease', { attempts: 8, leaseToken: 'theirs', leaseUntilMs: START_MS + 1 }],
  ])('a delivery cannot be set to dead if it %s', async (_name, about) => {
    const row = await aDelivery(about);
    expect((await store().declareDead(row, START_MS)).kind).toBe('conditionFailed');
    expect(await deliveryRow(table, row.callId)).toEqual(row);
  });
});

describe('a skipped delivery', () => {
  it('a late result of an attempt does not change a skipped delivery', async () => {
    const row = await claimed();
    expect((await store().skip(row, 'partner suspended', START_MS + LEASE_MS)).kind).toBe('written');
    expect((await store().writeResult(row, 'mine', DELIVERED, entry)).kind).toBe('conditionFailed');
    expect(await deliveryRow(table, row.callId)).toMatchObject({ status: 'skipped', skipReason: 'partner suspended' });
  });

  it('a delivery that is skipped gets a reason, but no attempt', async () => {
    const row = await aDelivery();
    await store().skip(row, 'partner suspended', START_MS);
    const item = await itemAt(table, keys.delivery(row.callId));
    expect(item).toMatchObject({ status: 'skipped', skipReason: 'partner suspended', attempts: 0 });
    expect(item).not.toHaveProperty('sweepAtMs');
  });

  it.each<[string, Partial<DeliveryItem>]>([
    ['settled', { status: 'delivered' }],
    ['claimed by another worker', { attempts: 1, leaseToken: 'theirs', leaseUntilMs: START_MS + 1 }],
  ])('a delivery cannot be skipped if it is %s', async (_name, about) => {
    const row = await aDelivery(about);
    expect((await store().skip(row, 'no webhook', START_MS)).kind).toBe('conditionFailed');
    expect(await deliveryRow(table, row.callId)).toEqual(row);
  });
});
