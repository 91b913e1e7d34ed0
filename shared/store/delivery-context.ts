import * as z from 'zod/mini';
import { partnerState } from '../contract/partner.ts';
import { batchGet } from './batch-get.ts';
import { callItem } from './call-item.ts';
import type { Table } from './connect.ts';
import { deliveryItem } from './delivery-item.ts';
import { keys } from './keys.ts';
import { laneMark } from './lanes.ts';

/** Of items that other stores own, only what a delivery needs. */
const partnerFacts = z.object({ state: partnerState });
const webhookFacts = z.object({ url: z.string() });
const secretFacts = z.object({ ciphertext: z.string() });

interface Ids {
  readonly callId: string;
  readonly partnerId: string;
  readonly tenantId: string;
  readonly storedAtMs: number;
}

export type DeliveryContext = Awaited<ReturnType<typeof findDeliveryContext>>;

/** Everything an attempt depends on, as it is now, in one round trip. */
export async function findDeliveryContext(table: Table, { callId, partnerId, tenantId, storedAtMs }: Ids) {
  const wanted = {
    delivery: keys.delivery(callId),
    call: keys.call(tenantId, storedAtMs, callId),
    partner: keys.partner(partnerId),
    webhook: keys.webhook(partnerId),
    secret: keys.secret(partnerId),
    lane: keys.lane(partnerId),
  };
  const itemAt = await batchGet(table, Object.values(wanted));
  const read = <S extends z.ZodMiniType>(name: keyof typeof wanted, schema: S): z.output<S> | undefined => {
    const item = itemAt(wanted[name]);
    return item && schema.parse(item);
  };
  return {
    delivery: read('delivery', deliveryItem),
    call: read('call', callItem),
    partner: read('partner', partnerFacts),
    webhook: read('webhook', webhookFacts),
    secret: read('secret', secretFacts),
    lane: read('lane', laneMark),
  };
}
