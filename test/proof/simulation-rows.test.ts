import { describe, expect, it } from '@jest/globals';
import { dueKeys, newDelivery } from '../../shared/store/deliveries/item.ts';
import { keys } from '../../shared/store/table/keys.ts';
import { ledger } from './simulation/watch/ledger.ts';
import { type StoredRow, storedRow } from './simulation/watch/row-changes.ts';
import { rowWatch } from './simulation/watch/rows.ts';

const NOW_MS = 1_000_000_000;
const LEASE_MS = 30_000;
const timing = { retryBaseMs: 60_000, leaseMs: LEASE_MS };
const call = { callId: 'call-1', tenantId: 'tn_1', partnerId: 'pt_1', storedAtMs: NOW_MS };

const pending = storedRow.parse({ ...keys.delivery(call.callId), ...newDelivery(call, 300_000) });
const { dueShard, sweepAtMs, ...unindexed } = pending;
const settled = (about: Partial<StoredRow>): StoredRow => ({ ...unindexed, attempts: 3, ...about });
const claimed = { attempts: 1, leaseToken: 'mine', leaseUntilMs: NOW_MS + LEASE_MS, nextAttemptAtMs: NOW_MS + 60_000 };
const again = { status: 'pending', attempts: 0, series: 2, ...dueKeys(call.callId, NOW_MS, 300_000) } as const;

/** Returns the invariants that the watch reports for a change. */
function brokenBy(before: StoredRow | undefined, after: StoredRow | undefined, by: string): string[] {
  const broken: string[] = [];
  const watch = rowWatch({
    ledger: ledger((letter, what) => broken.push(`${letter}: ${what}`)),
    timing,
    nowMs: () => NOW_MS,
  });
  watch(before, after, by);
  return broken;
}

describe("the simulation's check of changes of a delivery row", () => {
  it.each<[string, StoredRow | undefined, StoredRow, string]>([
    ['the recording of a call', undefined, pending, 'record-call'],
    ['a claim', pending, { ...pending, ...claimed }, 'deliver-webhook'],
    ['a replay of a dead delivery', settled({ status: 'dead' }), { ...pending, ...again }, 'operator'],
    ['a later sweep time, set by the sweep', pending, { ...pending, sweepAtMs: NOW_MS + 600_000 }, 'sweep'],
  ])('the check of row changes in the simulation accepts %s', (_, before, after, by) => {
    expect(brokenBy(before, after, by)).toEqual([]);
  });

  // Written by hand, so that a wrong line in the table of transitions cannot allow these changes.
  it.each<[string, StoredRow | undefined, StoredRow | undefined, string, string]>([
    ['the deletion of a row', pending, undefined, 'operator', 'D1: the row of call-1 was deleted'],
    [
      'a claim by the relay',
      pending,
      { ...pending, ...claimed },
      'relay',
      'D7: claim of call-1 from pending to pending by relay',
    ],
    [
      'a claim of a dead delivery',
      settled({ status: 'dead' }),
      settled({ status: 'dead', ...claimed, attempts: 4 }),
      'deliver-webhook',
      'D7: no claim of call-1 from dead to dead is allowed',
    ],
    [
      'a replay of a delivered delivery',
      settled({ status: 'delivered' }),
      { ...pending, ...again },
      'operator',
      'D7: no replay of call-1 from delivered to pending is allowed',
    ],
    [
      'a replay by the sweep',
      settled({ status: 'dead' }),
      { ...pending, ...again },
      'sweep',
      'D7: replay of call-1 from dead to pending by sweep',
    ],
    [
      'a replay of a deleted call',
      settled({ status: 'skipped', skipReason: 'deleted' }),
      { ...pending, ...again },
      'operator',
      'D7: call-1 does not start series 2 with a new row',
    ],
    [
      'a change from dead to refused',
      settled({ status: 'dead', ...claimed, attempts: 3 }),
      settled({ status: 'refused' }),
      'deliver-webhook',
      'D7: no refuse of call-1 from dead to refused is allowed',
    ],
    [
      'a change from delivered to dead',
      settled({ status: 'delivered' }),
      settled({ status: 'dead' }),
      'sweep',
      'D7: no moveForward of call-1 from delivered to dead is allowed',
    ],
    [
      'a deletion by deliver-webhook',
      pending,
      settled({ status: 'skipped', skipReason: 'deleted', attempts: 0 }),
      'deliver-webhook',
      'D7: delete of call-1 from pending to skipped by deliver-webhook',
    ],
    [
      'a sweep that writes more than the sweep time',
      pending,
      { ...pending, sweepAtMs: NOW_MS + 600_000, nextAttemptAtMs: NOW_MS + 1 },
      'sweep',
      'D7: pending call-1 has another nextAttemptAtMs after a moveForward',
    ],
    [
      'a settled delivery that is still in the due index',
      pending,
      { ...pending, status: 'skipped', skipReason: 'no webhook' },
      'deliver-webhook',
      'D2: call-1 is skipped, which its due index keys contradict',
    ],
  ])('the check of row changes in the simulation reports %s', (_, before, after, by, broken) => {
    expect(brokenBy(before, after, by)).toContain(broken);
  });
});
