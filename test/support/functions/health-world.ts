import { expect } from '@jest/globals';
import type { Outcome } from '../../../shared/domain/deliveries/retry-policy.ts';
import { newPartnerId } from '../../../shared/domain/ids.ts';
import { healthStore } from '../../../shared/store/partners/health.ts';
import type { Table } from '../../../shared/store/table/connect.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { itemsOfPartner } from '../../proof/partner-items.ts';
import { aCall, putItem, recorded } from './deliveries.ts';
import { deliveryWorld, recordOf, sqsEvent } from './delivery-world.ts';

export const FIVE_MINUTES_MS = 300_000;
const URL = 'https://p.example/hook';

export type HealthWorld = ReturnType<typeof healthWorld>;

/** Returns partners on a real table whose receivers respond as a test says, and functions that read their health. */
export function healthWorld(table: Table) {
  const callsOf = (partnerId: string, count: number) =>
    Promise.all(Array.from({ length: count }, () => recorded(table, aCall({ partnerId }))));

  return {
    table,
    callsOf,
    healthOf: async (partnerId: string) => (await healthStore(table).of([partnerId]))(partnerId),

    /** Stores a partner with an entry in the registry. */
    async aPartner(state = 'active'): Promise<string> {
      const partnerId = newPartnerId();
      const items = itemsOfPartner({ partnerId, lineIds: [], url: URL });
      for (const item of items) await putItem(table, { ...item, ...(item['SK'] === 'PARTNER' ? { state } : {}) });
      await putItem(table, { ...keys.registryEntry(partnerId), partnerId });
      return partnerId;
    },

    /** Makes the first attempts of some calls at the same time. */
    async attempt(partnerId: string, count: number, response: Outcome, more = {}) {
      const rows = await callsOf(partnerId, count);
      const world = deliveryWorld(table, { response, ...more });
      expect(await world.handle(sqsEvent(...rows.map((row) => recordOf(row))))).toEqual({ batchItemFailures: [] });
      return { ...world, rows };
    },
  };
}
