import { until } from '../until.ts';
import { operator } from './operator.ts';
import type { Service } from './service.ts';
import { newPartner, type PartnerWorld } from './world.ts';

export interface DeliveryRow {
  readonly callId: string;
  readonly status: string;
  readonly attempts: number;
}

export interface Subscriber extends PartnerWorld {
  readonly tenantId: string;
  /** Records `count` finished calls of the line, each with its own summary. */
  record(count: number): ReturnType<PartnerWorld['recordCalls']>;
  /** Returns all deliveries of this partner as soon as none of them is pending. */
  settledDeliveries(seconds?: number): Promise<DeliveryRow[]>;
}

/** Creates a partner with a line whose events are sent to the URL. */
export async function subscriberAt(
  url: string,
  service: Service['ready'],
  about: Parameters<typeof newPartner>[0] = {},
): Promise<Subscriber> {
  const partner = await newPartner(about, service);
  const { tenantId } = await partner.createLine();
  await partner.registerWebhook(url);
  const calls = (count: number) => Array.from({ length: count }, (_, n) => ({ summary: `Call ${n}` }));
  const list = ['delivery', 'list', '--partner', partner.partnerId];
  return {
    ...partner,
    tenantId,
    record: (count) => partner.recordCalls(tenantId, calls(count)),
    settledDeliveries: (seconds) =>
      until(async () => {
        const rows = await operator<DeliveryRow[]>(service.dataDir, list);
        return rows.every(({ status }) => status !== 'pending') && rows;
      }, seconds),
  };
}
