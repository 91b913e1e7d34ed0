import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { forwarderTo } from '../../local/aws/http/forward.ts';
import { closeServer, listen } from '../../tooling/machine/loopback.ts';
import { TEST_ACCESS } from '../support/access.ts';
import { type Receiver, startReceiver } from '../support/receivers/receiver.ts';
import { api } from '../support/service/api.ts';
import { operator, runOperatorHere } from '../support/service/operator.ts';
import { queuesOf } from '../support/service/queues.ts';
import { newDataDir, removeDataDir, type Service, startService } from '../support/service/service.ts';
import { type Subscriber, subscriberAt } from '../support/service/subscriber.ts';
import { type Engine, startDynoxide, startFauxqs } from '../support/table/engine.ts';
import { until } from '../support/until.ts';

const dataDir = newDataDir();
const outage = { isOn: false };
let engine: Engine;
let queues: Engine;
let table: Awaited<ReturnType<typeof tableWithOutages>>;
let service: Service;
let receiver: Receiver;
let partner: Subscriber;

async function tableWithOutages(engineEndpoint: string) {
  const { forward, close } = forwarderTo(engineEndpoint);
  const server = createServer((incoming, outgoing) => {
    if (!outage.isOn) return forward(incoming, outgoing);
    incoming.resume();
    outgoing.writeHead(500).end('{"__type":"InternalServerError"}');
  });
  return {
    endpoint: `http://127.0.0.1:${await listen(server, 0)}`,
    async close() {
      await closeServer(server);
      close();
    },
  };
}

const start = () =>
  startService(dataDir, [
    ...['--allow-local-webhooks', '--retry-base-seconds', '0.1'],
    ...['--dynamodb-endpoint', table.endpoint, '--sqs-endpoint', queues.endpoint],
  ]);

/** The queues themselves, which stay when the service is stopped, as on AWS. */
const queuesOnly = () =>
  queuesOf({
    ...service.ready,
    ...{ sqsEndpoint: queues.endpoint, credentials: TEST_ACCESS },
    intakeQueueUrl: new URL(new URL(service.ready.intakeQueueUrl).pathname, queues.endpoint).href,
  });

beforeAll(async () => {
  [engine, queues] = await Promise.all([startDynoxide(), startFauxqs(join(dataDir, 'queues'))]);
  table = await tableWithOutages(engine.endpoint);
  service = await start();
  receiver = await startReceiver();
  partner = await subscriberAt(receiver.url, service.ready);
});
afterAll(async () => {
  await service.stop();
  await Promise.all([table.close(), receiver.close(), engine.stop(), queues.stop()]);
  removeDataDir(dataDir);
});

const queue = (call: unknown) => queuesOnly().send('intakeQueueUrl', { tenantId: partner.tenantId, call });
interface Page {
  readonly calls: readonly { readonly callId: string }[];
}
/** The service has another port after it was stopped. */
async function listedIds(): Promise<string[]> {
  const path = `/v1/tenants/${partner.tenantId}/calls?limit=100`;
  const response = await api(service.ready.baseUrl)('GET', path, { key: partner.apiKey });
  return response.json<Page>().calls.map(({ callId }) => callId);
}

describe('a finished call that waits in the queue', () => {
  it('a finished call that is queued three times reaches the partner once', async () => {
    const call = { callId: 'queued-1', summary: 'Asked for a table' };
    await Promise.all([queue(call), queue(call), queue(call)]);
    await until(() => receiver.requestsFor('queued-1').length > 0);
    await until(async () => (await queuesOf(service.ready).waiting('intakeQueueUrl')) === 0);
    expect(await listedIds()).toEqual(['queued-1']);
    expect(receiver.requestsFor('queued-1')).toHaveLength(1);
  });

  it('a refused call stays a dead letter, even after a redrive, until an operator drops it', async () => {
    await queue({ callId: 'queued-2', summary: ' ' });
    const list = () => operator<{ messageId: string }[]>(dataDir, ['dlq', 'list', '--queue', 'intake-dead-letters']);
    const listed = () => until(async () => (await list())[0]);
    const asListed = { callIds: ['queued-2'], note: 'refused: call.summary: must not be blank' };
    const first = await listed();
    expect(first).toMatchObject(asListed);
    expect(await operator(dataDir, ['call', 'refused'])).toMatchObject([
      { callId: 'queued-2', tenantId: partner.tenantId, way: 'queued', reason: 'call.summary: must not be blank' },
    ]);

    await operator(dataDir, ['dlq', 'redrive', '--queue', 'intake-dead-letters']);
    const again = await listed();
    expect(again).toMatchObject(asListed);
    expect(again.messageId).not.toBe(first.messageId);
    await operator(dataDir, ['dlq', 'drop', '--queue', 'intake-dead-letters', '--message', again.messageId]);
    expect(await list()).toEqual([]);
  });

  /** Each call is queued twice. */
  const queueAll = (ids: readonly string[]) =>
    Promise.all([...ids, ...ids].map((callId) => queue({ callId, summary: 'Asked for a table' })));
  const idsNamed = (name: string) => Array.from({ length: 12 }, (_, n) => `${name}-${n}`);

  const logLines = () => readFileSync(service.ready.logFile, 'utf8').split('\n');

  async function expectEachOnce(ids: readonly string[]) {
    const handled = (id: string) =>
      logLines().filter((line) => line.includes('"Call recorded"') && line.includes(`"callId":"${id}"`)).length;
    await until(() => ids.every((id) => handled(id) >= 2 && receiver.requestsFor(id).length > 0), 60);
    expect((await listedIds()).filter((id) => ids.includes(id)).sort()).toEqual(ids.toSorted());
    expect(ids.map((id) => receiver.requestsFor(id).length)).toEqual(ids.map(() => 1));
    const reconciled = await runOperatorHere(dataDir, ['call', 'reconcile', '--file', '-'], ids.join('\n'));
    expect(reconciled).toMatchObject({ code: 0 });
  }

  it('a call that was queued during a long outage of the table reaches the partner once', async () => {
    const ids = idsNamed('table');
    outage.isOn = true;
    await queueAll(ids);
    // The wait before a call is received again grows up to the fifth fault. With the real waits, the fifth fault comes
    // after 15 minutes.
    const faults = () => logLines().filter((line) => line.includes('A queued call could not be recorded')).length;
    await until(() => faults() >= 2 * 5 * ids.length, 60);
    outage.isOn = false;
    await expectEachOnce(ids);
  });

  it('a call that was queued before or during a stop of the service is recorded after the restart', async () => {
    const [before, meanwhile] = [idsNamed('before'), idsNamed('meanwhile')];
    outage.isOn = true;
    await queueAll(before);
    await service.stop();
    await queueAll(meanwhile);
    outage.isOn = false;
    service = await start();
    await expectEachOnce([...before, ...meanwhile]);
  });
});
