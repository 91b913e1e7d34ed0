import { beforeAll, describe, expect, it } from '@jest/globals';
import { HANGING, LATE, SUSPICIOUS } from '../../../shared/domain/deliveries/lane.ts';
import { newPartnerId } from '../../../shared/domain/ids.ts';
import { laneStore } from '../../../shared/store/deliveries/lanes.ts';
import type { Table } from '../../../shared/store/table/connect.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { itemAt, START_MS } from '../../support/functions/deliveries.ts';
import { testTable } from '../../support/table/table.ts';

describe('the stored lane of a partner', () => {
  let table: Table;
  beforeAll(async () => {
    table = await testTable();
  });

  it('is the lane of its mark for ten minutes, and main without a mark', async () => {
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

  it('is marked at most once a minute, even when many attempts are late together', async () => {
    const partnerId = newPartnerId();
    const mark = (nowMs: number) => laneStore(table).mark(partnerId, LATE, nowMs);
    await Promise.all(Array.from({ length: 20 }, () => mark(START_MS)));
    const first = await itemAt(table, keys.lane(partnerId));
    await mark(START_MS + 59_999);
    expect(await itemAt(table, keys.lane(partnerId))).toEqual(first);
    expect(await mark(START_MS + 60_000)).toEqual({ slow: START_MS + 660_000, hung: 0 });
  });

  it('keeps a mark that ends later than a new one', async () => {
    const partnerId = newPartnerId();
    await laneStore(table).mark(partnerId, LATE, START_MS);
    expect(await laneStore(table).mark(partnerId, SUSPICIOUS, START_MS)).toEqual({ slow: START_MS + 600_000, hung: 0 });
  });

  it('keeps the mark of one lane when the partner is marked for another', async () => {
    const partnerId = newPartnerId();
    await laneStore(table).mark(partnerId, SUSPICIOUS, START_MS);
    const marks = { slow: START_MS + 12_000, hung: START_MS + 600_000 };
    expect(await laneStore(table).mark(partnerId, HANGING, START_MS)).toEqual(marks);
  });

  it('is main after a lookup for an empty list of partners', async () => {
    expect((await laneStore(table).of([], START_MS))('anybody')).toBe('main');
  });
});
