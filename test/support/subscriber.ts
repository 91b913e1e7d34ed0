import type { Service } from './service.ts';
import { newPartner, type PartnerWorld } from './world.ts';

export interface Subscriber extends PartnerWorld {
  readonly tenantId: string;
  /** So many finished calls of the line, each with a summary of its own. */
  record(count: number): ReturnType<PartnerWorld['recordCalls']>;
}

/** A partner with a line, whose finished calls are sent to the address. */
export async function subscriberAt(
  url: string,
  service: Service['ready'],
  about: Parameters<typeof newPartner>[0] = {},
): Promise<Subscriber> {
  const partner = await newPartner(about, service);
  const { tenantId } = await partner.createLine();
  await partner.call('PUT', '/v1/webhooks', { body: { url } });
  const calls = (count: number) => Array.from({ length: count }, (_, n) => ({ summary: `Call ${n}` }));
  return { ...partner, tenantId, record: (count) => partner.recordCalls(tenantId, calls(count)) };
}
