import DataLoader from 'dataloader';
import * as z from 'zod/mini';
import { partnerState } from '../../contract/partner.ts';
import { callItem } from '../calls/item.ts';
import { batchGet } from '../table/batch-get.ts';
import type { Table } from '../table/connect.ts';
import { type Key, keys } from '../table/keys.ts';
import { lenient } from '../table/lenient-schema.ts';
import { deliveryItem } from './item.ts';
import { laneMarksOf } from './lanes.ts';

/** The fields of a partner that a delivery needs. The store of partners has the whole schema. */
const partnerFacts = z.object({
  state: partnerState,
  // Only notices about the partner need name and contact, so a malformed value must not prevent a delivery.
  name: lenient(z.string(), ''),
  contact: lenient(z.optional(z.string()), undefined),
});
const webhookFacts = z.object({ url: z.string() });
const secretFacts = z.object({ ciphertext: z.string() });

interface Ids {
  readonly callId: string;
  readonly partnerId: string;
  readonly tenantId: string;
  readonly storedAtMs: number;
}

export type DeliveryContext = ReturnType<Awaited<ReturnType<ReturnType<typeof deliveryContexts>>>>;

/**
 * Returns a function that reads the items on which an attempt depends. Its result is a function that parses the items,
 * and throws if an item is malformed. Messages that arrive together share one round trip, and an item that several
 * messages need is read once.
 */
export function deliveryContexts(table: Table) {
  const items = new DataLoader(
    async (wanted: readonly Key[]) => {
      const itemAt = await batchGet(table, wanted);
      return wanted.map(itemAt);
    },
    { cache: false },
  );

  return async ({ callId, partnerId, tenantId, storedAtMs }: Ids) => {
    const [delivery, call, partner, webhook, secret, lane] = await Promise.all([
      items.load(keys.delivery(callId)),
      items.load(keys.call(tenantId, storedAtMs, callId)),
      items.load(keys.partner(partnerId)),
      items.load(keys.webhook(partnerId)),
      items.load(keys.secret(partnerId)),
      items.load(keys.lane(partnerId)),
    ]);
    return () => ({
      delivery: delivery && deliveryItem.parse(delivery),
      call: call && callItem.parse(call),
      partner: partner && partnerFacts.parse(partner),
      webhook: webhook && webhookFacts.parse(webhook),
      secret: secret && secretFacts.parse(secret),
      laneMarks: laneMarksOf(lane),
    });
  };
}
