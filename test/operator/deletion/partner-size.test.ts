import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sizeOfPartner } from '../../../operator/deletion/partner-size.ts';
import { deleteCall } from '../../../shared/store/calls/deletion.ts';
import type { Table } from '../../../shared/store/table/connect.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { aCall, onlyDeliveries, putItems } from '../../support/functions/deliveries.ts';
import { lineWorld, NOW_MS } from '../../support/functions/line-world.ts';
import { intercepted } from '../../support/table/faulty.ts';
import { testTable } from '../../support/table/table.ts';
import { operatorWorld } from '../operator-world.ts';

describe('the command `partner size`', () => {
  let table: Table;
  let partnerId: string;
  let tenantId: string;

  beforeAll(async () => {
    table = await testTable();
  });
  beforeEach(async () => {
    const world = await lineWorld(table);
    partnerId = world.partnerId;
    tenantId = await world.line();
  });

  const store = (count: number) =>
    onlyDeliveries(
      table,
      Array.from({ length: count }, (_, nth) => aCall({ partnerId, tenantId, storedAtMs: NOW_MS - 10_000 + nth })),
    );

  it('the command `partner size` counts the calls that a deletion up to a given time would delete', async () => {
    const [first, second, third] = await store(3);
    if (!first || !second || !third) throw new Error('There are no calls');
    await deleteCall(table, first);
    const before = new Date(third.storedAtMs).toISOString();
    const operator = await operatorWorld({ table });
    const printed = await operator.json('partner', 'size', '--partner', partnerId, '--before', before);
    expect(printed).toEqual({ partnerId, lines: 1, hasMoreLines: false, calls: 1, hasMoreCalls: false });
  });

  it('the command `partner size` stops after 1,000 calls', async () => {
    let requests = 0;
    const counted = intercepted(table, (command) => {
      requests += 1;
      return table.db.send(command);
    });
    const look = async () => {
      requests = 0;
      const size = await sizeOfPartner(counted, partnerId, { beforeMs: NOW_MS, nowMs: NOW_MS });
      return { size, requests };
    };
    await store(1_001);
    const first = await look();
    expect(first.size).toEqual({ lines: 1, hasMoreLines: false, calls: 1_000, hasMoreCalls: true });
    await store(100);
    expect(await look()).toEqual(first);
  });

  it('the command `partner size` counts all calls of a partner with more than 1,000 lines', async () => {
    await store(1);
    await putItems(
      table,
      Array.from({ length: 1_000 }, (_, nth) => ({ ...keys.delegation(partnerId, `tn_${nth}`) })),
    );
    const size = await sizeOfPartner(table, partnerId, { beforeMs: NOW_MS, nowMs: NOW_MS });
    expect(size).toEqual({ lines: 1_000, hasMoreLines: true, calls: 1, hasMoreCalls: false });
  });
});
