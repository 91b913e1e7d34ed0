import { beforeAll, describe, expect, it } from '@jest/globals';
import { MARKED_EVERY_MS, SLOW_FOR_MS } from '../../../shared/domain/deliveries/lane.ts';
import { newPartnerId } from '../../../shared/domain/ids.ts';
import { laneStore } from '../../../shared/store/deliveries/lanes.ts';
import type { Table } from '../../../shared/store/table/connect.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { itemAt, START_MS } from '../../support/functions/deliveries.ts';
import { testTable } from '../../support/table/table.ts';

describe('the lane of a partner', () => {
  let table: Table;
  beforeAll(async () => {
    table = await testTable();
  });

  it('is slow for ten minutes after the partner is marked as slow, and main otherwise', async () => {
    const [slow, quick] = [newPartnerId(), newPartnerId()];
    await laneStore(table).markSlow(slow, START_MS);
    const lanes = async (nowMs: number) => {
      const laneOf = await laneStore(table).of([slow, quick, slow], nowMs);
      return [laneOf(slow), laneOf(quick)];
    };
    expect(await lanes(START_MS)).toEqual(['slow', 'main']);
    expect(await lanes(START_MS + SLOW_FOR_MS)).toEqual(['main', 'main']);
  });

  it('is marked as slow at most once a minute, even when many attempts time out together', async () => {
    const partnerId = newPartnerId();
    const mark = (nowMs: number) => laneStore(table).markSlow(partnerId, nowMs);
    await Promise.all(Array.from({ length: 20 }, (_, n) => mark(START_MS + n)));
    const first = await itemAt(table, keys.lane(partnerId));
    await mark(START_MS + MARKED_EVERY_MS - 1);
    expect(await itemAt(table, keys.lane(partnerId))).toEqual(first);
    await mark(START_MS + 2 * MARKED_EVERY_MS);
    expect(await itemAt(table, keys.lane(partnerId))).toMatchObject({ markedAtMs: START_MS + 2 * MARKED_EVERY_MS });
  });

  it('is main for every partner when the lookup gets an empty list', async () => {
    expect((await laneStore(table).of([], START_MS))('anybody')).toBe('main');
  });
});
