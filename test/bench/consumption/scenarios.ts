import { startReceiver } from '../../support/receivers/receiver.ts';
import type { Consumption, MeteredService } from '../../support/service/metered-service.ts';
import { operator } from '../../support/service/operator.ts';
import { newPartner } from '../../support/service/world.ts';
import type { Size } from '../figure.ts';

/** A typical call of at most 1 KB, which DynamoDB bills as one unit. */
const CALL = { summary: 'Asked for a table at seven, outside if the weather allows. '.repeat(8) };

/** Waits until the relay has read the delivery of a recorded call. */
const relayed = (service: MeteredService) => service.untilAsked('BatchGetItem', 1);

/** Returns the consumption of each successful request of a partner, including the authorizer. */
export async function endpointConsumption(service: MeteredService): Promise<Record<string, Consumption>> {
  const partner = await newPartner({}, service.ready);
  const used: Record<string, Consumption> = {};
  let line = '';
  const measure = async (method: string, path: string, body?: unknown) => {
    used[`${method} ${path}`] = await service.consumedBy(async () => {
      const response = await partner.call(method, path.replace('{customerId}', line), { body });
      if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${response.text}`);
      if (response.status === 201) line = response.json<{ tenantId: string }>().tenantId;
    });
  };
  await measure('GET', '/v1/whoami');
  await measure('POST', '/v1/tenants', { name: 'Corner Cafe', region: 'kr', externalId: 'shop-1' });
  await measure('GET', '/v1/tenants');
  await measure('GET', '/v1/tenants/{customerId}');
  await measure('PUT', '/v1/tenants/{customerId}/agent', { persona: 'Be kind.' });
  await measure('GET', '/v1/tenants/{customerId}/agent');
  // The call is recorded before there is a webhook. Otherwise its delivery would be counted with the next request.
  await service.recordCall(line, { callId: 'listed', ...CALL });
  await relayed(service);
  await measure('PUT', '/v1/webhooks', { url: 'http://127.0.0.1:9/hook' });
  await measure('GET', '/v1/webhooks');
  await measure('GET', '/v1/tenants/{customerId}/calls');
  await measure('DELETE', '/v1/tenants/{customerId}');
  return used;
}

const NUMBER = '+821012345678';

/** Returns the consumption of a look-up, by the number that was dialled and by the id of the line. */
export async function lookUpConsumption(service: MeteredService): Promise<Record<'number' | 'tenantId', Consumption>> {
  const partner = await newPartner({}, service.ready);
  const { tenantId } = await partner.createLine({ agent: { greeting: 'Hello!' } });
  await operator(service.ready.dataDir, ['line', 'attach-number', '--tenant', tenantId, '--number', NUMBER]);
  return {
    number: await service.consumedBy(() => service.lookUp({ number: NUMBER })),
    tenantId: await service.consumedBy(() => service.lookUp({ tenantId })),
  };
}

/** An attempt changes the row twice: it claims the row, and it writes the outcome. */
const CHANGES_OF_SUCCESS = 2;
/** A failure is also counted, and the success after it ends that count. */
const CHANGES_IN_TROUBLE = 3;

/** The statuses of a receiver for the first requests of a call. Later requests get 200. */
const REJECTIONS: Readonly<Record<string, readonly number[]>> = {
  first: [],
  retried: [503],
  dead: Array<number>(8).fill(503),
};

/** Returns the consumption of a finished call, from its handing over to the end of its delivery. */
export async function deliveryConsumption(service: MeteredService): Promise<Record<string, Consumption>> {
  const partner = await newPartner({}, service.ready);
  const { tenantId } = await partner.createLine();
  const record = (callId: string) => service.recordCall(tenantId, { callId, ...CALL });
  const used: Record<string, Consumption> = {
    unsubscribed: await service.consumedBy(async () => {
      await record('unsubscribed');
      await relayed(service);
    }),
    queued: await service.consumedBy(async () => {
      await service.queueCall(tenantId, { callId: 'queued', ...CALL });
      await relayed(service);
    }),
  };

  const receiver = await startReceiver(({ callId }, nth) => REJECTIONS[callId]?.[nth - 1] ?? 200);
  await partner.call('PUT', '/v1/webhooks', { body: { url: receiver.url } });
  for (const [callId, rejections] of Object.entries(REJECTIONS)) {
    const requests = Math.min(rejections.length + 1, 8);
    const changes = rejections.length === 0 ? CHANGES_OF_SUCCESS : CHANGES_IN_TROUBLE * requests;
    used[callId] = await service.consumedBy(async () => {
      await record(callId);
      await service.untilAsked('UpdateItem', changes);
    });
  }
  await receiver.close();
  return used;
}

/** The number of calls that end at once. They share batches, as under load. */
export const BURSTS: Readonly<Record<Size, number>> = { short: 5, usual: 100, full: 100 };

/** Returns the average consumption of a call in a burst, delivered at its first attempt. */
export async function burstConsumption(service: MeteredService, calls: number): Promise<Consumption> {
  const partner = await newPartner({}, service.ready);
  const { tenantId } = await partner.createLine();
  const receiver = await startReceiver();
  await partner.call('PUT', '/v1/webhooks', { body: { url: receiver.url } });
  const used = await service.consumedBy(async () => {
    await Promise.all(
      Array.from({ length: calls }, (_, nth) => service.recordCall(tenantId, { callId: `burst-${nth}`, ...CALL })),
    );
    await service.untilAsked('UpdateItem', CHANGES_OF_SUCCESS * calls);
  });
  await receiver.close();
  const { readUnits, writeUnits, queueSends, logBytes } = used;
  return {
    ...used,
    readUnits: readUnits / calls,
    writeUnits: writeUnits / calls,
    queueSends: queueSends / calls,
    logBytes: logBytes / calls,
  };
}
