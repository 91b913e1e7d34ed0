import { afterEach, describe, expect, it } from '@jest/globals';
import type { Attempt, ShownDelivery } from '../../operator/console/protocol/command-values.ts';
import { RESPONSE_LIMIT_MS } from '../../shared/domain/deliveries/response-timeout.ts';
import { keys } from '../../shared/store/table/keys.ts';
import {
  type Received,
  type Receiver,
  type Respond,
  signatureIsValid,
  startReceiver,
} from '../support/receivers/receiver.ts';
import { callStory } from '../support/service/call-story.ts';
import { operator } from '../support/service/operator.ts';
import { stored } from '../support/service/stored.ts';
import { newPartner, running } from '../support/service/world.ts';
import { until } from '../support/until.ts';

const { dataDir } = running();
const table = stored();
const partner = await newPartner();
const { tenantId } = await partner.createLine();

/** Returns the milliseconds from the end of an attempt to the planned time of the next. */
const plannedWaitMs = ({ at, durationMs, nextAttemptAt }: Attempt) =>
  nextAttemptAt === null ? undefined : Date.parse(nextAttemptAt) - Date.parse(at) - durationMs;

describe('the delivery of the event call.completed', () => {
  let receiver: Receiver;
  afterEach(() => receiver.close());

  const registered = async (respond?: Respond) => {
    receiver = await startReceiver(respond);
    return partner.registerWebhook(receiver.url);
  };
  const record = async (about: object = {}) =>
    (await partner.recordCall(tenantId, { summary: 'Wants a table for two.', ...about })).callId;
  const show = async (callId: string): Promise<ShownDelivery> => {
    const [row] = await operator<ShownDelivery[]>(dataDir, ['delivery', 'show', '--call', callId]);
    if (!row) throw new Error(`No delivery ${callId}`);
    return row;
  };
  /** Waits until the row in the table is settled, because the command line is slower. Returns what `show` prints. */
  const settled = async (callId: string, seconds = 30) => {
    await until(async () => (await table.find(keys.delivery(callId)))?.['status'] !== 'pending', seconds);
    return show(callId);
  };

  it('a delivery is one signed POST with exactly the fields of the contract [delivery headers] [delivery body] [delivery signature]', async () => {
    const secret = await registered();
    const endedAt = '2026-01-02T03:04:05.678Z';
    const callId = await record({
      endedAt,
      callType: 'phone',
      callerNumber: '+821012345678',
      resolution: 'Booked',
      summary: '예약 😀',
    });
    const [request] = await until(() => receiver.received.length > 0 && receiver.received);
    expect(request?.headers).toMatchObject({ 'x-service-event': 'call.completed', 'x-service-delivery': callId });
    expect(JSON.parse(request?.body ?? '')).toEqual({
      event: 'call.completed',
      tenantId,
      callId,
      occurredAt: endedAt,
      summary: '예약 😀',
      resolution: 'Booked',
      recordingAvailable: true,
    });
    expect(signatureIsValid(request as Received, secret)).toBe(true);
    expect((await settled(callId)).log).toMatchObject([{ outcome: 'status 200', nextAttemptAt: null }]);
    expect(receiver.received).toHaveLength(1);
  });

  it.each([200, 299])(
    'a delivery succeeds if the receiver returns %i [delivery success is any 2xx]',
    async (status) => {
      await registered(() => status);
      const callId = await record();
      expect(await settled(callId)).toMatchObject({ status: 'delivered', attempts: 1 });
      expect(receiver.requestsFor(callId)).toHaveLength(1);
    },
  );

  it.each([400, 410])(
    'a delivery ends without a retry if the receiver returns %i [delivery responses that are not retried]',
    async (status) => {
      await registered(() => status);
      const callId = await record();
      expect(await settled(callId)).toMatchObject({ status: 'refused', attempts: 1 });
      expect(receiver.requestsFor(callId)).toHaveLength(1);
    },
  );

  it.each([429, 503])(
    'a delivery is retried after status %i with the same id and body [delivery retried responses] [delivery at least once]',
    async (status) => {
      const secret = await registered((_request, nth) => (nth === 1 ? status : 200));
      const callId = await record();
      expect(await settled(callId)).toMatchObject({ status: 'delivered', attempts: 2 });
      const [first, second] = receiver.requestsFor(callId);
      expect(second?.body).toBe(first?.body);
      for (const request of [first, second]) expect(signatureIsValid(request as Received, secret)).toBe(true);
    },
  );

  it('a delivery counts a redirect as a failed attempt [delivery redirects are failures]', async () => {
    await registered((_request, nth) =>
      nth === 1 ? (response) => response.writeHead(302, { Location: '/elsewhere' }).end() : 200,
    );
    expect(await settled(await record())).toMatchObject({ status: 'delivered', attempts: 2 });
  });

  it('a delivery is retried after ten seconds without a response [delivery timeout of 10 seconds]', async () => {
    await registered((_request, nth) => (nth === 1 ? 'hang' : 200));
    const callId = await record();
    const { log } = await settled(callId);
    expect(log.map(({ outcome }) => outcome)).toEqual(['timeout', 'status 200']);
    expect(log[0]?.durationMs).toBeGreaterThanOrEqual(9_900);
    // A timer may fire late on a busy machine. A second timeout after the first would be a fault.
    expect(log[0]?.durationMs).toBeLessThan(2 * RESPONSE_LIMIT_MS);
  });

  it('a delivery is dead after eight attempts with exponential backoff [delivery 8 attempts in all] [delivery backoff] [limit webhook delivery]', async () => {
    const secret = await registered(() => 500);
    const callId = await record();
    const dead = await settled(callId, 55);
    expect(dead).toMatchObject({ status: 'dead', attempts: 8, nextAttemptAt: null });
    expect(dead.log).toHaveLength(8);
    const requests = receiver.requestsFor(callId);
    expect(requests).toHaveLength(8);
    const waitsMs = Array.from({ length: 7 }, (_, n) => Math.min(200 * 2 ** n, 12_000));
    expect(dead.log.map(plannedWaitMs)).toEqual([...waitsMs, undefined]);
    // No attempt comes early. Benchmarks, not this test, measure how late they come on a busy machine.
    const gapsMs = requests.slice(1).map(({ atMs }, n) => atMs - (requests[n]?.atMs ?? 0));
    for (const [n, gapMs] of gapsMs.entries()) expect(gapMs).toBeGreaterThanOrEqual((waitsMs[n] ?? 0) - 20);
    expect(requests.every((request) => signatureIsValid(request, secret))).toBe(true);

    await receiver.close();
    await registered();
    expect(await operator(dataDir, ['delivery', 'replay', '--call', callId, '--dry-run'])).toEqual({
      matched: 1,
      replayed: 0,
    });
    expect(await operator(dataDir, ['delivery', 'replay', '--call', callId])).toEqual({ matched: 1, replayed: 1 });
    expect(await settled(callId)).toMatchObject({ status: 'delivered', attempts: 1 });
    expect(receiver.requestsFor(callId)).toHaveLength(1);
    const attempts = Array.from({ length: 8 }, (_, n) => `${n + 1}, ${n < 7 ? 'pending' : 'dead'}, status 500`);
    expect(await callStory(dataDir, callId, 11)).toEqual([
      'record-call: Call recorded',
      'relay: Wake-ups sent',
      ...attempts.map((told) => `deliver-webhook: Delivery attempted, ${told}`),
      'deliver-webhook: Delivery attempted, 1, round 2, delivered, status 200',
    ]);
  });
});
