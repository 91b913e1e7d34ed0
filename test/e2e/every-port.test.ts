import { CloudWatchClient, DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { DescribeKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { LambdaClient, ListEventSourceMappingsCommand } from '@aws-sdk/client-lambda';
import { ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { clientSettings } from '../../tooling/local-service.ts';
import { converse, type RawConversation, rawConversations } from '../support/hostile/raw-conversations.ts';
import { raw } from '../support/hostile/raw-request.ts';
import { listenersOf, openFilesOf } from '../support/machine/listeners.ts';
import { ownService } from '../support/service/own-service.ts';
import { processesOf } from '../support/service/service.ts';
import { until } from '../support/until.ts';

const SEED = 20_261_122;
/** Enough to show that one conversation in twenty leaks a connection. */
const CONVERSATIONS = 800;
const AT_ONCE = 50;
/** The number of sockets that a process may have gained. Its clients and forwarders keep some connections open. */
const KEPT_CONNECTIONS = 30;

const service = ownService(['--docs-port', '0']);

const processes = () => processesOf(service.ready.dataDir);
const announced = () =>
  Object.values(service.ready).flatMap((value) => /^http:\/\/(127\.0\.0\.1):(\d+)/.exec(String(value))?.[2] ?? []);
const apiPort = () => Number(new URL(service.ready.baseUrl).port);
const knownPorts = () => [...new Set(announced())].map(Number);

const ask = (port: number, lines: string, request = 'GET /') =>
  raw(port, `${request} HTTP/1.1\r\n${lines}\r\nConnection: close\r\n\r\n`);

describe('the ports of the local service', () => {
  it('every port of the local service is on the loopback address', () => {
    const listeners = listenersOf(processes());
    expect(listeners.filter(({ host }) => host !== '127.0.0.1')).toEqual([]);
    expect(listeners.map(({ port }) => port).toSorted()).toEqual(knownPorts().toSorted());
    expect(listeners).toHaveLength(9);
  });

  it('each port of the local service rejects a request with a foreign Host header', async () => {
    for (const port of knownPorts()) {
      for (const host of ['evil.test', `evil.test:${port}`, `127.0.0.1.evil.test:${port}`]) {
        expect([port, await ask(port, `Host: ${host}`)]).toEqual([port, expect.stringMatching(/^HTTP\/1\.1 403 /)]);
      }
    }
  });

  it("each port except the API's port rejects a request with a foreign Origin header", async () => {
    for (const port of knownPorts().filter((known) => known !== apiPort())) {
      const response = await ask(port, `Host: 127.0.0.1:${port}\r\nOrigin: http://evil.test`);
      expect([port, response]).toEqual([port, expect.stringMatching(/^HTTP\/1\.1 403 /)]);
    }
    const lines = `Host: 127.0.0.1:${apiPort()}\r\nOrigin: http://evil.test`;
    expect(await ask(apiPort(), lines, 'GET /v1/whoami')).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('no port of the local service sends CORS headers to a page of another origin', async () => {
    for (const port of knownPorts()) {
      const lines = `Host: 127.0.0.1:${port}\r\nOrigin: http://evil.test`;
      const wanted =
        'Access-Control-Request-Method: POST\r\nAccess-Control-Request-Headers: authorization,x-amz-target';
      for (const path of ['/', '/v1/tenants', '/2015-03-31/event-source-mappings/x']) {
        expect(await ask(port, `${lines}\r\n${wanted}`, `OPTIONS ${path}`)).not.toMatch(/^access-control-/im);
        expect(await ask(port, lines, `GET ${path}`)).not.toMatch(/^access-control-/im);
      }
    }
  });

  it(`the ports survive ${CONVERSATIONS} malformed, broken and aborted requests without leaking connections`, async () => {
    const pids = processes();
    const ports = listenersOf(pids);
    const openBefore = pids.map(openCount);

    const conversations = fc.sample(rawConversations, { seed: SEED, numRuns: CONVERSATIONS });
    let responses = 0;
    const hold = async (conversation: RawConversation, at: number) => {
      const place = ports[at % ports.length];
      if (!place) throw new Error('The service listens nowhere');
      // Each conversation has its own address, so no rate limit applies.
      const response = await converse({ ...place, localAddress: `127.77.${at >> 8}.${at & 255}` }, conversation);
      if (response.startsWith('HTTP/1.')) responses += 1;
    };
    // All workers share this iterator.
    const queue = conversations.entries();
    const work = async () => {
      for (const [at, conversation] of queue) await hold(conversation, at);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));

    expect(processes()).toEqual(pids);
    // Without responses the test would prove nothing. A busy machine responds to only some conversations in time, but
    // every port responds to a complete request without a timeout.
    expect(responses).toBeGreaterThan(ports.length);
    for (const { host, port } of ports) expect((await fetch(`http://${host}:${port}/`)).status).toBeGreaterThan(0);
    const grownBy = () => pids.map((pid, at) => openCount(pid) - (openBefore[at] ?? 0));
    await until(() => grownBy().every((files) => files <= KEPT_CONNECTIONS)).catch(() => undefined);
    expect(Math.max(...grownBy())).toBeLessThanOrEqual(KEPT_CONNECTIONS);
    expect(service.output()).not.toMatch(/warning|error|\bat .+:\d+:\d+/i);
    await everythingWorks();
  });
});

/** Counts sockets and files. Pipes and event queues come and go with the environments of functions. */
const openCount = (pid: string) => openFilesOf(pid).filter((file) => /^(socket:|\/)/.test(file)).length;

async function everythingWorks(): Promise<void> {
  const { ready } = service;
  const headers = { Authorization: `Bearer ${ready.demo.apiKey}` };
  const statusOf = async (url: string) => (await fetch(url, { headers })).status;
  const sent = await Promise.all([
    statusOf(`${ready.baseUrl}/v1/whoami`),
    statusOf(`${ready.docsUrl}/`),
    statusOf(`${ready.docsUrl}/v1/whoami`),
    new DynamoDBClient(clientSettings(ready.dynamodbEndpoint, ready.credentials)).send(new ListTablesCommand()),
    new SQSClient(clientSettings(ready.sqsEndpoint, ready.credentials)).send(new ListQueuesCommand()),
    new LambdaClient(clientSettings(ready.lambdaEndpoint, ready.credentials)).send(
      new ListEventSourceMappingsCommand(),
    ),
    new KMSClient(clientSettings(ready.kmsEndpoint, ready.credentials)).send(
      new DescribeKeyCommand({ KeyId: ready.kmsKeyId }),
    ),
    new CloudWatchClient(clientSettings(ready.cloudwatchEndpoint, ready.credentials)).send(new DescribeAlarmsCommand()),
  ]);
  const statuses = sent.map((each) => (typeof each === 'number' ? each : each.$metadata.httpStatusCode));
  expect(statuses).toEqual(statuses.map(() => 200));
}
