import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAX_HOPS } from '../../shared/delivery/queue.ts';
import { LOG_MESSAGES } from '../../shared/names/log-messages.ts';
import { type Receiver, startReceiver } from '../support/receivers/receiver.ts';
import { callStory } from '../support/service/call-story.ts';
import { operator } from '../support/service/operator.ts';
import { queuesOf } from '../support/service/queues.ts';
import { newDataDir, removeDataDir, type Service, startService } from '../support/service/service.ts';
import { stored } from '../support/service/stored.ts';
import { type Subscriber, subscriberAt } from '../support/service/subscriber.ts';
import { until } from '../support/until.ts';

const FLAGS = ['--allow-local-webhooks', '--sweep-every-seconds', '3', '--lease-seconds', '13'];

describe('a delivery on the running service', () => {
  const dataDir = newDataDir();
  let service: Service;
  let receiver: Receiver;
  let partner: Subscriber;
  beforeAll(async () => {
    service = await startService(dataDir, FLAGS);
    receiver = await startReceiver();
    partner = await subscriberAt(receiver.url, service.ready);
  });
  afterAll(async () => {
    await receiver.close();
    await service.stop();
    removeDataDir(dataDir);
  });

  const turn = (name: string, verb: 'disable' | 'enable') => operator(dataDir, ['mapping', verb, '--name', name]);
  const logLines = (callId: string) =>
    readFileSync(service.ready.logFile, 'utf8')
      .split('\n')
      .filter((line) => line.includes(callId));
  const arrived = (calls: readonly { callId: string }[]) =>
    until(() => calls.every(({ callId }) => receiver.requestsFor(callId).length > 0), 50);

  it('is found by the sweep after the queue was purged', async () => {
    await turn('deliver', 'disable');
    const calls = await partner.record(15);
    const queues = queuesOf(service.ready);
    await until(async () => (await queues.waiting('deliveryQueueUrl')) >= calls.length);
    await queues.purge('deliveryQueueUrl');
    await turn('deliver', 'enable');
    await arrived(calls);
  });

  it('is found by the sweep after a crash, before any function reads the stream again', async () => {
    await turn('relay', 'disable');
    const calls = await partner.record(15);
    await service.kill();
    service = await startService(dataDir, FLAGS);
    await arrived(calls);
    // The late stream records cause no second request.
    await turn('relay', 'enable');
    const [late = { callId: '' }] = await partner.record(1);
    await arrived([late]);
    for (const { callId } of calls) expect(receiver.requestsFor(callId)).toHaveLength(1);
  });

  it('is found by the sweep when its stream record went to the failure queue, and later records are not delayed', async () => {
    await turn('relay', 'disable');
    const [broken = { callId: '' }] = await partner.record(1);
    const mend = await stored(service.ready).spoilDelivery(broken.callId);
    await turn('relay', 'enable');
    const queues = queuesOf(service.ready);
    await until(async () => (await queues.waiting('relayFailureQueueUrl')) === 1);
    await arrived(await partner.record(3));
    expect(receiver.requestsFor(broken.callId)).toEqual([]);

    await mend();
    await arrived([broken]);
    const story = await callStory(dataDir, broken.callId, 4);
    expect(story).toEqual(
      expect.arrayContaining(['relay: A delivery cannot be read', expect.stringMatching(/^sweep: Wake-up sent/)]),
    );
  });

  it('is found by the sweep when its wake-up was dropped after too many hops', async () => {
    await turn('relay', 'disable');
    const [call = { callId: '', startedAt: '' }] = await partner.record(1);
    const { partnerId, tenantId } = partner;
    const ids = { callId: call.callId, partnerId, tenantId, storedAtMs: Date.parse(call.startedAt) };
    await queuesOf(service.ready).send('deliveryQueueUrl', { v: 1, ...ids, attempts: 0, hops: MAX_HOPS + 1 });
    await until(() => logLines(call.callId).some((line) => line.includes(LOG_MESSAGES.wakeUpDropped)));
    await arrived([call]);
    // If the machine is busy, the next sweep wakes the delivery too.
    expect([...new Set(await callStory(dataDir, call.callId, 4))]).toEqual([
      'record-call: Call recorded',
      'deliver-webhook: Wake-up dropped',
      'sweep: Wake-up sent',
      'deliver-webhook: Delivery attempted, 1, delivered, status 200',
    ]);
    await turn('relay', 'enable');
  });

  it('is not delayed by wake-ups that name unknown deliveries or have an unknown format', async () => {
    const queues = queuesOf(service.ready);
    const ids = { callId: 'nobody', partnerId: 'pt_nobody', tenantId: 'tn_nobody', storedAtMs: 1 };
    await queues.send('deliveryQueueUrl', { v: 1, ...ids });
    await queues.send('deliveryQueueUrl', { v: 2, nonsense: true });
    await arrived(await partner.record(3));
    await until(async () => (await queues.waiting('deliveryQueueUrl')) === 0);
  });
});
