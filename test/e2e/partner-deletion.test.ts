import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AGENT, CALL, CANARIES, type Canary, canaries, toldBy } from '../support/hostile/canaries.ts';
import { type Receiver, startReceiver } from '../support/receivers/receiver.ts';
import { operator, runOperatorHere } from '../support/service/operator.ts';
import { ownService } from '../support/service/own-service.ts';
import { queuesOf } from '../support/service/queues.ts';
import { wholeTable } from '../support/service/stored.ts';
import { type Subscriber, subscriberAt } from '../support/service/subscriber.ts';
import { until } from '../support/until.ts';

const NAME = 'canary name of a reception desk';
const CONTACT = 'canary.contact@example.com';
const SHOP = 'canary-shop';

const QUEUES = [
  'deliveryQueueUrl',
  'slowQueueUrl',
  'hungQueueUrl',
  'deadLetterQueueUrl',
  'relayFailureQueueUrl',
  'intakeQueueUrl',
  'intakeDeadLetterQueueUrl',
] as const;

describe('the command `partner delete` on the local service', () => {
  const service = ownService(['--allow-local-webhooks', '--retry-base-seconds', '30']);
  const { dataDir } = service;
  const folder = mkdtempSync(join(tmpdir(), 'export-'));
  let receiver: Receiver;
  let partner: Subscriber;
  let neighbour: Subscriber;
  let known: readonly Canary[];

  const run = <T>(...args: string[]) => operator<T>(dataDir, args);
  const ofPartner = (...args: string[]) => run(...args, '--partner', partner.partnerId);
  /** Returns which words, numbers, addresses and secrets of the partner are in a value. */
  const found = (value: unknown) => {
    const text = JSON.stringify(value);
    return [...toldBy(text, known), ...[NAME, CONTACT, SHOP, receiver.url].filter((word) => text.includes(word))];
  };

  beforeAll(async () => {
    // The last call stays undelivered, so that its wake-up waits in a queue.
    receiver = await startReceiver(({ body }) => (body.includes(CANARIES.title) ? 200 : 500));
    partner = await subscriberAt(receiver.url, service.ready);
    neighbour = await subscriberAt('http://127.0.0.1:9/neighbour', service.ready);
    await ofPartner('partner', 'update', '--name', NAME);
    await ofPartner('partner', 'contact', '--email', CONTACT);
    known = canaries(partner.apiKey, await partner.registerWebhook(receiver.url));
    const body = { name: `${NAME}, line`, region: 'ca', externalId: SHOP, agent: AGENT };
    const headers = { 'Idempotency-Key': SHOP };
    const { tenantId } = (await partner.call('POST', '/v1/tenants', { body, headers })).json<{ tenantId: string }>();
    await run('line', 'attach-number', '--tenant', tenantId, '--number', CANARIES.line);
    const invoked = await partner.recordCall(tenantId, CALL);
    const queued = { tenantId, call: { ...CALL, callId: 'queued', callerNumber: '****5526' } };
    await queuesOf(service.ready).send('intakeQueueUrl', queued);
    const delivered = [invoked.callId, 'queued'];
    await until(() => delivered.every((callId) => receiver.requestsFor(callId).length === 1));
    const waiting = await partner.recordCall(tenantId, { ...CALL, title: 'Of another kind' });
    await until(() => receiver.requestsFor(waiting.callId).length === 1);
    // The refusal of a call is noted, with its ids only.
    await queuesOf(service.ready).send('intakeQueueUrl', {
      tenantId,
      call: { ...CALL, callId: 'no-summary', summary: '' },
    });
    const rejectedCall = await until(
      async () => (await run<{ messageId: string }[]>('dlq', 'list', '--queue', 'intake-dead-letters'))[0],
    );
    await run('dlq', 'drop', '--queue', 'intake-dead-letters', '--message', rejectedCall.messageId);
    await run('line', 'release-number', '--tenant', tenantId);
  });
  afterAll(async () => {
    await receiver.close();
    rmSync(folder, { recursive: true });
  });

  it('the export before `partner delete` contains no API key and no secret of the partner', async () => {
    const file = join(folder, 'partner.ndjson');
    await ofPartner('partner', 'export', '--file', file);
    const exported = found(readFileSync(file, 'utf8'));
    expect(exported.toSorted()).toEqual(
      [
        'greeting',
        'persona',
        'recipient',
        'summary',
        'title',
        'transferTo',
        NAME,
        CONTACT,
        SHOP,
        receiver.url,
      ].toSorted(),
    );
  });

  it('`partner delete` leaves no text, number, address or secret of the partner in the table, queues and log', async () => {
    expect(found(await wholeTable(service.ready))).not.toEqual([]);
    const others = async () =>
      (await wholeTable(service.ready)).filter((item) => JSON.stringify(item).includes(neighbour.partnerId));
    const before = await others();
    const events = receiver.received.length;
    const deletion = ['partner', 'delete', '--partner', partner.partnerId];
    // Nothing is on its way, so the wait for late calls need not be real.
    const { code, stdout } = await runOperatorHere(dataDir, deletion, '', { sleepMs: async () => undefined });
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, lines: 2, calls: 3, deleted: true });

    expect(found(await wholeTable(service.ready))).toEqual([]);
    const queues = queuesOf(service.ready);
    for (const queue of QUEUES) expect([queue, found(await queues.look(queue))]).toEqual([queue, []]);
    expect(found(readFileSync(service.ready.logFile, 'utf8'))).toEqual([]);
    expect(await others()).toEqual(before);
    expect((await partner.call('GET', '/v1/whoami')).status).toBe(401);
    await run('sweep');
    expect(receiver.received.length).toBe(events);
    expect(JSON.parse((await runOperatorHere(dataDir, ['verify'])).stdout).broken).toEqual([]);
  });
});
