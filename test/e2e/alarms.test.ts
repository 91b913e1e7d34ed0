import { GetQueueAttributesCommand, SetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { keys } from '../../shared/store/table/keys.ts';
import { clientSettings } from '../../tooling/local-service.ts';
import { type Receiver, startReceiver } from '../support/receivers/receiver.ts';
import { operator, runOperatorHere } from '../support/service/operator.ts';
import { ownService } from '../support/service/own-service.ts';
import { lanesOf, queuesOf } from '../support/service/queues.ts';
import type { Service } from '../support/service/service.ts';
import { stored } from '../support/service/stored.ts';
import { type Subscriber, subscriberAt } from '../support/service/subscriber.ts';
import { until } from '../support/until.ts';

/** An alarm's minute lasts two seconds here, retries follow each other at once, and the sweep runs every two seconds. */
const FASTER = ['--alarm-period-seconds', '2', '--retry-base-seconds', '0.01', '--sweep-every-seconds', '2'];
const FLAGS = ['--allow-local-webhooks', ...FASTER];
const FAILING = 'call-that-fails';
/** An alarm on a burn rate needs 20 bad events in its window. */
const TWENTY = Array.from({ length: 20 }, (_, n) => n);
const LATE = TWENTY.map((n) => `late-${n}`);
const DEAD = TWENTY.map((n) => `dead-${n}`);
const BURNS = ['availability', 'freshness', 'delivery'].flatMap((name) => [`${name}-fast-burn`, `${name}-slow-burn`]);

interface Health {
  readonly partnerId: string;
  readonly state: string;
  readonly consecutiveFailures: number;
  readonly lastOutcome: string | null;
}

describe('the alarms of the local service', () => {
  const service = ownService(FLAGS);
  const { dataDir } = service;
  let receiver: Receiver;
  let partner: Subscriber;
  beforeAll(async () => {
    receiver = await startReceiver(({ callId }) => (callId === FAILING ? 500 : 200));
    partner = await subscriberAt(receiver.url, service.ready);
  });
  afterAll(() => receiver.close());

  interface Alarm {
    readonly name: string;
    readonly runbook: string;
  }
  const alarms = (...more: string[]) => operator<Alarm[]>(dataDir, ['alarms', ...more]);
  /**
   * Waits until the service has printed the alarm. It does not wait for the alarm's state, because some alarms last
   * only seconds here.
   */
  const raised = (id: string) => until(() => service.output().includes(`ALARM partner-lines-dev-${id}: `));
  const over = (id: string) => until(() => service.output().includes(`partner-lines-dev-${id} is OK again`));
  const inAlarm = async () => (await alarms('--state', 'ALARM')).map(({ name, runbook }) => [name, runbook]);
  const turn = (name: string, verb: 'disable' | 'enable') => operator(dataDir, ['mapping', verb, '--name', name]);
  const record = async (callId: string) => {
    await partner.recordCall(partner.tenantId, { callId, summary: 'A table for two' });
    return callId;
  };
  const arrived = (callId: string) => until(() => receiver.requestsFor(callId).length > 0);
  const listed = (queue: string) =>
    operator<{ messageId: string; callIds: string[] }[]>(dataDir, ['dlq', 'list', '--queue', queue]);
  const redrive = (queue: string) => ['dlq', 'redrive', '--queue', queue];
  const spoil = (callId: string) => stored(service.ready).spoilDelivery(callId);

  it('no alarm of the local service is raised while nothing fails', async () => {
    expect((await alarms()).length).toBeGreaterThan(28);
    expect(await alarms('--state', 'ALARM')).toEqual([]);
    const { code, stderr } = await runOperatorHere(dataDir, ['doctor']);
    expect([code, stderr]).toEqual([0, '']);
  });

  it('an alarm reports a stream record if `relay` cannot read the delivery of this record', async () => {
    // The attempts of this delivery continue during this test. The next test looks at how they end.
    await record(FAILING);
    await until(() => receiver.requestsFor(FAILING).length > 0);
    await turn('relay', 'disable');
    const mend = await spoil(await record('spoiled-for-the-relay'));
    await turn('relay', 'enable');
    await raised('relay-failures');
    expect(await inAlarm()).toContainEqual([
      'partner-lines-dev-relay-failures',
      'docs/runbook.md#the-relay-gave-up-on-records',
    ]);

    const [failure] = await listed('relay-failures');
    expect(failure?.callIds).toEqual(['spoiled-for-the-relay']);
    const { code, stderr } = await runOperatorHere(dataDir, redrive('relay-failures'));
    const drop = `npm run -s operator -- --data ${dataDir} dlq drop --queue relay-failures --message ${failure?.messageId}`;
    expect([code, stderr]).toEqual([
      1,
      `Message ${failure?.messageId} stays in the queue: the delivery of spoiled-for-the-relay cannot be read. Once the cause is clear, delete the message: ${drop}\n`,
    ]);
    await mend();
    expect(await operator(dataDir, redrive('relay-failures'))).toEqual({ matched: 1, redriven: 1 });
    await arrived('spoiled-for-the-relay');
  });

  it('an alarm reports that all 8 attempts of a delivery have failed', async () => {
    await raised('webhook-exhausted');
    expect(receiver.requestsFor(FAILING)).toHaveLength(8);
  });

  it('an alarm reports a disabled mapping', async () => {
    await turn('deliver', 'disable');
    // A response that took over a second could have marked the partner. The mark is removed, because the wake-ups of a
    // marked partner would wait in another lane.
    await stored(service.ready).remove(keys.lane(partner.partnerId));
    const calls = [...LATE, ...DEAD].map((callId) => ({ callId, summary: 'A table for two' }));
    await partner.recordCalls(partner.tenantId, calls);
    await raised('no-consumption-main');
    const names = (await inAlarm()).map(([name]) => name);
    expect(names).toEqual(
      expect.arrayContaining(['partner-lines-dev-no-consumption-main', 'partner-lines-dev-incident-events']),
    );
    const { code, stdout } = await runOperatorHere(dataDir, ['doctor']);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toContainEqual({
      check: 'mapping deliver',
      ok: false,
      finding: 'the mapping is disabled: Lambda does not read its queue or stream',
      todo: `npm run -s operator -- --data ${dataDir} mapping enable --name deliver`,
    });
  });

  it('alarms report that the budgets of the objectives are used too fast', async () => {
    // The deliveries of the previous test still wait. Some get an earlier time of storage, so that they are late. The
    // others get eight attempts, so that they become dead.
    await until(async () => (await queuesOf(service.ready).waiting('deliveryQueueUrl')) >= LATE.length + DEAD.length);
    const { backdate, damage } = stored(service.ready);
    for (const callId of LATE) await backdate(callId, Date.now() - 120_000);
    for (const callId of DEAD) await damage(keys.delivery(callId), { attempts: 8 });
    const mend = await damage(keys.webhook(partner.partnerId), { url: 7 });
    const statuses = await Promise.all(LATE.map(async () => (await partner.call('GET', '/v1/webhooks')).status));
    expect(new Set(statuses)).toEqual(new Set([500]));
    await mend();
    await turn('deliver', 'enable');
    for (const id of BURNS) await raised(id);
    // The terminal reports the alarms, but not their parts.
    expect(service.output()).not.toMatch(/-burn-(long|short)/);
    const budgets = await operator<{ objective: string; bad: number; budgetLeftPercent: number }[]>(dataDir, ['slo']);
    expect(budgets.map(({ objective }) => objective)).toEqual(['availability', 'freshness', 'delivery']);
    for (const { bad, budgetLeftPercent } of budgets) {
      expect(bad).toBeGreaterThanOrEqual(20);
      expect(budgetLeftPercent).toBeLessThan(0);
    }
    for (const callId of LATE) await arrived(callId);
    for (const callId of DEAD) expect(receiver.requestsFor(callId)).toEqual([]);
  });

  it('an alarm reports a delivery that cannot be read', async () => {
    const lanes = lanesOf(service.ready);
    await lanes.disable();
    const callId = await record('spoiled-for-the-delivery');
    await until(async () => (await lanes.waiting()) > 0);
    const mend = await spoil(callId);
    await lanes.enable();
    await raised('fault-deliver-webhook');
    await mend();
    await arrived(callId);
  });

  it('an alarm reports a dead letter that this version cannot read', async () => {
    const restoreRule = await setAside(service.ready, { afterReceipts: 2, everySeconds: 1 });
    await queuesOf(service.ready).send('deliveryQueueUrl', { v: 'of another version' });
    await raised('dead-letters');
    await restoreRule();
    const [letter] = await listed('dead-letters');
    expect(letter).toMatchObject({ callIds: [], note: 'the message is not a wake-up that this version can read' });
    const drop = ['dlq', 'drop', '--queue', 'dead-letters', '--message', letter?.messageId ?? ''];
    expect(await operator(dataDir, drop)).toMatchObject([{ dropped: true }]);
  });

  describe('the alarms about partners whose receivers fail', () => {
    const failing = () => operator<Health[]>(dataDir, ['partner', 'health', '--failing']);
    let status = 410;
    let failingReceiver: Receiver;
    let partners: readonly Subscriber[];
    beforeAll(async () => {
      failingReceiver = await startReceiver(() => status);
      const subscribed = () => subscriberAt(failingReceiver.url, service.ready);
      partners = await Promise.all(Array.from({ length: 5 }, subscribed));
    });
    afterAll(() => failingReceiver.close());

    it('a ticket is raised if the first attempts of five calls of a partner have failed', async () => {
      const [first] = partners;
      if (!first) throw new Error('There is no partner');
      const { partnerId } = first;
      await operator(dataDir, ['partner', 'contact', '--partner', partnerId, '--email', 'ops@partner.example']);
      await first.record(5);
      await until(() => service.output().includes('partner-lines-dev-partner-notices: {'));
      expect(service.output()).toMatch(
        new RegExp(`"partnerId":"${partnerId}","name":"Acme","state":"failing".*"contact":"ops@partner.example"`),
      );
      expect(await failing()).toMatchObject([
        { partnerId, state: 'failing', consecutiveFailures: 5, lastOutcome: 'status 410' },
      ]);
      const { code, stdout } = await runOperatorHere(dataDir, ['doctor']);
      expect([code, stdout]).toEqual([1, expect.stringContaining(`failing: Acme (${partnerId}) since`)]);
      await raised('partner-failing');
    });

    it('the alarm many-partners-failing is raised if five of seven partners are failing', async () => {
      await Promise.all(partners.slice(1).map((other) => other.record(5)));
      await raised('many-partners-failing');
      expect(await failing()).toHaveLength(5);
    });

    it('the alarms about failing partners end after a successful delivery to each partner', async () => {
      status = 200;
      await Promise.all(partners.map((each) => each.record(1)));
      await over('many-partners-failing');
      await over('partner-failing');
      expect(await failing()).toEqual([]);
    });
  });

  it('the alarms of the local service end after their causes have ended', async () => {
    const ids = [
      ...['relay-failures', 'webhook-exhausted', 'no-consumption-main', 'fault-deliver-webhook', 'dead-letters'],
      ...BURNS,
    ];
    for (const id of ids) await over(id);
    const names = (await inAlarm()).map(([name]) => name);
    expect(ids.filter((id) => names.includes(`partner-lines-dev-${id}`))).toEqual([]);
  });
});

/**
 * Gives the queue a rule by which a message becomes a dead letter sooner. With the deployed rule it takes two hours.
 * Returns a function that restores the deployed rule, because on a busy machine a sound message can be received twice.
 */
async function setAside(ready: Service['ready'], after: { afterReceipts: number; everySeconds: number }) {
  const sqs = new SQSClient(clientSettings(ready.sqsEndpoint, ready.credentials));
  const deadLetterTargetArn = `arn:aws:sqs:eu-west-1:000000000000:${ready.deadLetterQueueUrl.split('/').at(-1)}`;
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn, maxReceiveCount: after.afterReceipts });
  const QueueUrl = ready.deliveryQueueUrl;
  const AttributeNames = ['RedrivePolicy', 'VisibilityTimeout'] as const;
  const { Attributes: deployed } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...AttributeNames] }),
  );
  const Attributes = { RedrivePolicy, VisibilityTimeout: String(after.everySeconds) };
  await sqs.send(new SetQueueAttributesCommand({ QueueUrl, Attributes }));
  return async () => {
    await sqs.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: deployed }));
    sqs.destroy();
  };
}
