import { RESPONSE_LIMIT_MS } from '../../../shared/domain/deliveries/response-timeout.ts';
import { type Receiver, startReceiver } from '../receivers/receiver.ts';
import { until } from '../until.ts';
import { operator } from './operator.ts';
import { queuesOf } from './queues.ts';
import type { Service } from './service.ts';
import { subscriberAt } from './subscriber.ts';

/**
 * The most requests in flight of the local service: 110 per environment, with 4 environments in the main lane and 2 in
 * each of the others.
 */
const MAIN_LANE = 440;
const LATER_LANES = 440;

/** Returns how many requests can hang in that time: one round in the main lane, then rounds in the other lanes. */
export const requestsWithin = (durationMs: number) =>
  MAIN_LANE + LATER_LANES * Math.ceil(durationMs / RESPONSE_LIMIT_MS);

const HEALTHY_CALLS = 10;

/**
 * Measures how much a hanging partner can delay a healthy partner at most. All wake-ups of the hanging partner are in
 * the main queue before those of the healthy partner. Afterwards, nothing listens at the webhooks of the two partners.
 */
export async function behindHangingPartner({ ready }: Service, hangingCalls: number) {
  const [hanging, healthy] = await Promise.all([startReceiver(() => 'hang'), startReceiver()]);
  const [slow, quick] = await Promise.all([subscriberAt(hanging.url, ready), subscriberAt(healthy.url, ready)]);
  const queued = (count: number) =>
    until(async () => (await queuesOf(ready).waiting('deliveryQueueUrl')) >= count, 120);

  await operator(ready.dataDir, ['mapping', 'disable', '--name', 'deliver']);
  await slow.record(hangingCalls);
  await queued(hangingCalls);
  await quick.record(HEALTHY_CALLS);
  await queued(hangingCalls + HEALTHY_CALLS);

  const enabling = operator(ready.dataDir, ['mapping', 'enable', '--name', 'deliver']);
  await until(() => healthy.received.length >= HEALTHY_CALLS, 120);
  const lastAtMs = Math.max(...healthy.received.map(({ atMs }) => atMs));
  const firstAtMs = Math.min(...[...hanging.received, ...healthy.received].map(({ atMs }) => atMs));
  const hangingRequestsMeanwhile = hanging.received.filter(({ atMs }) => atMs < lastAtMs).length;
  await enabling;

  const miscounted = await miscountedOf(slow.partnerId, hanging, ready.dataDir);
  await Promise.all([hanging.close(), healthy.close()]);
  return {
    /** The time from the first request to a receiver until all calls of the healthy partner have reached its receiver. */
    longestWaitMs: lastAtMs - firstAtMs,
    /** How many requests the hanging receiver got before the last call of the healthy partner reached its receiver. */
    hangingRequestsMeanwhile,
    /** The hanging partner's deliveries whose rows contradict the requests that the receiver saw. */
    miscounted,
  };
}

/**
 * Returns the deliveries whose rows contradict the receiver. Attempts continue while this runs. Each call that the
 * receiver had seen before must have an attempt in its row. In the end, the receiver must have seen every attempt that
 * the rows count.
 */
async function miscountedOf(partnerId: string, receiver: Receiver, dataDir: string) {
  const seen = new Set(receiver.received.map(({ callId }) => callId));
  const rows = await operator<{ callId: string; attempts: number }[]>(dataDir, [
    ...['delivery', 'list', '--partner', partnerId],
  ]);
  const isRight = ({ callId, attempts }: (typeof rows)[number]) =>
    attempts <= receiver.requestsFor(callId).length && (attempts > 0 || !seen.has(callId));
  await until(() => rows.every(isRight), 5).catch(() => undefined);
  const wrong = rows.filter((row) => !isRight(row)).map(({ callId }) => ['delivery', 'show', '--call', callId]);
  return (await Promise.all(wrong.map((args) => operator<object[]>(dataDir, args)))).flat();
}
