import { describe, expect, it } from '@jest/globals';
import { HANGING, LATE, SUSPENDED, SUSPICIOUS } from '../../../../shared/domain/deliveries/lane.ts';
import { newPartnerId } from '../../../../shared/domain/ids.ts';
import { laneStore } from '../../../../shared/store/deliveries/lanes.ts';
import { keys } from '../../../../shared/store/table/keys.ts';
import { itemAt, START_MS } from '../../../support/functions/deliveries.ts';
import { testTable } from '../../../support/table/table.ts';

const table = await testTable();

describe('the stored lane of a partner', () => {
  it('the mark of a late or hanging receiver lasts ten minutes', async () => {
    const [slow, hung, quick] = [newPartnerId(), newPartnerId(), newPartnerId()];
    await laneStore(table).mark(slow, LATE, START_MS);
    await laneStore(table).mark(hung, HANGING, START_MS);
    const lanes = async (nowMs: number) => {
      const laneOf = await laneStore(table).of([slow, hung, quick, slow], nowMs);
      return [laneOf(slow), laneOf(hung), laneOf(quick)];
    };
    expect(await lanes(START_MS)).toEqual(['slow', 'hung', 'main']);
    expect(await lanes(START_MS + 600_000)).toEqual(['main', 'main', 'main']);
  });

  it.each([LATE, HANGING])(
    'a partner is marked as $lane at most once per minute, even after twenty attempts',
    async (reason) => {
      const partnerId = newPartnerId();
      const mark = (nowMs: number) => laneStore(table).mark(partnerId, reason, nowMs);
      await Promise.all(Array.from({ length: 20 }, () => mark(START_MS)));
      const first = await itemAt(table, keys.lane(partnerId));
      await mark(START_MS + 59_999);
      expect(await itemAt(table, keys.lane(partnerId))).toEqual(first);
      expect(await mark(START_MS + 60_000)).toEqual({ slow: 0, hung: 0, [reason.lane]: START_MS + 660_000 });
    },
  );

  it.each([
    { long: LATE, short: SUSPICIOUS },
    { long: HANGING, short: SUSPENDED },
  ])('a $long.lane mark is not replaced with a mark that ends earlier', async ({ long, short }) => {
    const partnerId = newPartnerId();
    const marks = await laneStore(table).mark(partnerId, long, START_MS);
    expect(marks[long.lane]).toBe(START_MS + 600_000);
    expect(await laneStore(table).mark(partnerId, short, START_MS)).toEqual(marks);
  });

  it('a partner can have both a slow mark and a hung mark', async () => {
    const partnerId = newPartnerId();
    await laneStore(table).mark(partnerId, SUSPICIOUS, START_MS);
    const marks = { slow: START_MS + 12_000, hung: START_MS + 600_000 };
    expect(await laneStore(table).mark(partnerId, HANGING, START_MS)).toEqual(marks);
  });

  it('the lane of a partner that was not looked up is the main lane', async () => {
    expect((await laneStore(table).of([], START_MS))('anybody')).toBe('main');
  });
});
