import { describe, expect, it } from '@jest/globals';
import type { DeliveryItem } from '../../../../shared/store/deliveries/item.ts';
import { startReplayRound } from '../../../../shared/store/deliveries/replay.ts';
import { keys } from '../../../../shared/store/table/keys.ts';
import {
  aCall,
  changeItem,
  deliveryRow,
  recorded,
  START_MS,
  SWEEP_PERIOD_MS,
} from '../../../support/functions/deliveries.ts';
import { testTable } from '../../../support/table/table.ts';

const TIMES = { nowMs: START_MS + 1, sweepPeriodMs: SWEEP_PERIOD_MS };

const table = await testTable();

describe('the start of a replay round', () => {
  it('a new replay round is due at once', async () => {
    const seen = await recorded(table, aCall(), { status: 'dead', attempts: 8 });
    expect(await startReplayRound(table, seen, TIMES)).toBe(true);
    const next = { status: 'pending', attempts: 0, series: 2, nextAttemptAtMs: TIMES.nowMs };
    expect(await deliveryRow(table, seen.callId)).toMatchObject(next);
  });

  it('a new replay round can begin before the call expires', async () => {
    const callExpiresAtUnixSeconds = START_MS / 1_000 + 1;
    const seen = await recorded(table, aCall(), { status: 'dead', attempts: 8, callExpiresAtUnixSeconds });
    expect(await startReplayRound(table, seen, TIMES)).toBe(true);
  });

  it.each<[string, Partial<DeliveryItem>, Partial<DeliveryItem>]>([
    ['a late 2xx has arrived', { status: 'dead' }, { status: 'delivered' }],
    ['a replay round has ended with the same status', { status: 'dead' }, { status: 'dead', series: 2 }],
    [
      'the call has been deleted',
      { status: 'skipped', skipReason: 'no webhook' },
      { status: 'skipped', skipReason: 'deleted' },
    ],
    ['the call has got an expiry that has passed', { status: 'dead' }, { callExpiresAtUnixSeconds: START_MS / 1_000 }],
  ])('a replay changes nothing if %s since the delivery was read', async (_, before, since) => {
    const seen = await recorded(table, aCall(), before);
    await changeItem(table, keys.delivery(seen.callId), since);
    expect(await startReplayRound(table, seen, TIMES)).toBe(false);
    expect(await deliveryRow(table, seen.callId)).toEqual({ ...seen, ...since });
  });
});
