import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Receiver, startReceiver } from '../support/receivers/receiver.ts';
import { operator, runOperator } from '../support/service/operator.ts';
import { newDataDir, removeDataDir, type Service, startService } from '../support/service/service.ts';
import { type Subscriber, subscriberAt } from '../support/service/subscriber.ts';
import { until } from '../support/until.ts';

/** An alarm's minute lasts a second here, and the sweep runs every second. */
const FLAGS = ['--allow-local-webhooks', '--alarm-period-seconds', '1', '--sweep-every-seconds', '1'];

interface Health {
  readonly partnerId: string;
  readonly state: string;
  readonly consecutiveFailures: number;
  readonly lastOutcome: string | null;
}

describe('partners whose receivers fail', () => {
  const dataDir = newDataDir();
  let service: Service;
  let receiver: Receiver;
  let partners: readonly Subscriber[];
  let status = 410;
  beforeAll(async () => {
    service = await startService(dataDir, FLAGS);
    receiver = await startReceiver(() => status);
    partners = await Promise.all(Array.from({ length: 5 }, () => subscriberAt(receiver.url, service.ready)));
  });
  afterAll(async () => {
    await receiver.close();
    await service.stop();
    removeDataDir(dataDir);
  });
  const raised = (id: string) => until(() => service.output().includes(`ALARM partner-lines-dev-${id}: `));
  const over = (id: string) => until(() => service.output().includes(`partner-lines-dev-${id} is OK again`));
  const failing = () => operator<Health[]>(dataDir, ['partner', 'health', '--failing']);

  it('are named by health and doctor and on the terminal after the fifth call, and raise a ticket', async () => {
    const [first] = partners;
    if (!first) throw new Error('There is no partner');
    const { partnerId } = first;
    await operator(dataDir, ['partner', 'contact', '--partner', partnerId, '--email', 'ops@partner.example']);
    await first.record(5);
    await until(async () => (await failing()).length === 1);
    expect(await failing()).toMatchObject([
      { partnerId, state: 'failing', consecutiveFailures: 5, lastOutcome: 'status 410' },
    ]);
    await until(() => service.output().includes('partner-lines-dev-partner-notices: {'));
    expect(service.output()).toMatch(
      new RegExp(`"partnerId":"${partnerId}","name":"Acme","state":"failing".*"contact":"ops@partner.example"`),
    );
    const { code, stdout } = await runOperator(dataDir, ['doctor']);
    expect([code, stdout]).toEqual([1, expect.stringContaining(`failing: Acme (${partnerId}) since`)]);
    await raised('partner-failing');
  });

  it('raise a page when five of six are failing', async () => {
    await Promise.all(partners.slice(1).map((partner) => partner.record(5)));
    await raised('many-partners-failing');
    expect(await failing()).toHaveLength(5);
  });

  it('are healthy after a success, which ends the alarms', async () => {
    status = 200;
    await Promise.all(partners.map((partner) => partner.record(1)));
    await until(async () => (await failing()).length === 0);
    await over('many-partners-failing');
    await over('partner-failing');
  });
});
