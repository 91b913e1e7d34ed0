import { until } from '../until.ts';
import { operator } from './operator.ts';
import type { Service } from './service.ts';
import { newPartner } from './world.ts';

export interface DeliveryRow {
  readonly callId: string;
  readonly status: string;
  readonly attempts: number;
}

export type Subscriber = Awaited<ReturnType<typeof subscriberAt>>;

/** Creates a partner with a line whose events are sent to the URL. */
export async function subscriberAt(
  url: string,
  service: Service['ready'],
  about: Parameters<typeof newPartner>[0] = {},
) {
  const partner = await newPartner(about, service);
  const { tenantId } = await partner.createLine();
  await partner.registerWebhook(url);
  const calls = (count: number) => Array.from({ length: count }, (_, n) => ({ summary: `Call ${n}` }));
  const list = ['delivery', 'list', '--partner', partner.partnerId];
  return {
    ...partner,
    tenantId,
    /** Records `count` finished calls of the line, each with its own summary. */
    record: (count: number) => partner.recordCalls(tenantId, calls(count)),
    /** Returns all deliveries of this partner as soon as none of them is pending. */
    settledDeliveries: (seconds?: number) =>
      until(async () => {
        const rows = await operator<DeliveryRow[]>(service.dataDir, list);
        return rows.every(({ status }) => status !== 'pending') && rows;
      }, seconds),
  };
}
