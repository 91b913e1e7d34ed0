import {
  type DeliveryItem,
  dueKeys,
  newDelivery,
  undeliveredShardOfRow,
} from '../../../shared/store/deliveries/item.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { putItem } from '../../support/functions/deliveries.ts';
import { lineWorld, NOW_MS } from '../../support/functions/line-world.ts';
import { operatorWorld } from '../operator-world.ts';

export const HOUR_MS = 3_600_000;

export type PartnerDeliveries = Awaited<ReturnType<typeof partnerDeliveries>>;

/** Returns the command line, and a partner for whom a test can create deliveries in any state. */
export async function partnerDeliveries() {
  const world = await operatorWorld();
  const { partnerId } = await lineWorld(world.table);
  const replay = (...more: string[]) => world.json('delivery', 'replay', ...more);
  return {
    world,
    partnerId,
    /** Creates a delivery with the reason and the index entries that belong to its status. */
    async delivery(callId: string, about: Partial<DeliveryItem> = {}): Promise<void> {
      const { storedAtMs = NOW_MS - HOUR_MS } = about;
      const status = about.status ?? 'dead';
      const fresh = newDelivery({ callId, tenantId: 'tn_1', partnerId, storedAtMs }, 0, 'no webhook');
      const due = status === 'pending' ? dueKeys(callId, storedAtMs, 0) : {};
      const { skipReason: _, undeliveredShard: __, ...row } = { ...fresh, status, attempts: 8, ...about, ...due };
      const reason = status === 'skipped' ? { skipReason: about.skipReason ?? 'no webhook' } : {};
      const state = { callId, status, ...reason, ...about };
      const Item = { ...keys.delivery(callId), ...row, ...reason, undeliveredShard: undeliveredShardOfRow(state) };
      await putItem(world.table, Item);
    },
    list: (...more: string[]) => world.json('delivery', 'list', '--partner', partnerId, ...more),
    replay,
    replayAll: (...more: string[]) => replay('--partner', partnerId, '--since', '2026-11-21T00:00:00Z', ...more),
  };
}
