import { createServer, type Server } from 'node:http';
import { LambdaClient, ListEventSourceMappingsCommand } from '@aws-sdk/client-lambda';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { clientSettings } from '../../tooling/local-service.ts';
import { closeServer, listen } from '../../tooling/machine/loopback.ts';
import { listenersOf } from '../support/machine/listeners.ts';
import { newDataDir, processesOf, removeDataDir, type Service, startService } from '../support/service/service.ts';
import { wholeTable } from '../support/service/stored.ts';
import { attempts, carryOut } from './attack.ts';
import { startChromium } from './start-chromium.ts';

/** A name that its owner resolves to this machine. */
const EVIL = 'evil.test';

let browser: Browser;
let service: Service;
let attacker: Server;
let attackerPort: number;
let page: Page;
/** `STATUS METHOD URL` of each response of the service to the page. Playwright does not report those of WebSockets. */
let responses: string[];

beforeAll(async () => {
  // Disables Chromium's protection of local addresses. Some browsers lack this protection, and users can disable it.
  const args = [`--host-resolver-rules=MAP ${EVIL} 127.0.0.1`, '--disable-features=LocalNetworkAccessChecks'];
  browser = await startChromium(args);
  // A long alarm minute, because the probe of each minute makes an item that counts its requests.
  service = await startService(newDataDir(), ['--docs-port', '0', '--alarm-period-seconds', '600']);
  attacker = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<!doctype html>'));
  attackerPort = await listen(attacker, 0);
});
afterAll(async () => {
  await browser?.close();
  await closeServer(attacker);
  await service?.stop();
  removeDataDir(service.ready.dataDir);
});
beforeEach(async () => {
  responses = [];
  page = await browser.newPage();
  const ports = portsOfService();
  page.on('response', (response) => {
    const isOurs = ports.includes(Number(new URL(response.url()).port));
    if (isOurs) responses.push(`${response.status()} ${response.request().method()} ${response.url()}`);
  });
});
afterEach(() => page.close());

/** All ports except that of the table engine, which a page cannot know. */
const portsOfService = () =>
  listenersOf(processesOf(service.ready.dataDir)).flatMap(({ host, port }) => (host === '127.0.0.1' ? port : []));

async function mappings() {
  const lambda = new LambdaClient(clientSettings(service.ready.lambdaEndpoint, service.ready.credentials));
  return (await lambda.send(new ListEventSourceMappingsCommand())).EventSourceMappings ?? [];
}

/** Makes all attempts at the origin. Returns the outcomes, except those that are `failed` or `opaque`. */
async function gainsAt(origin: string): Promise<string[]> {
  const { demo, tableName, deliveryQueueUrl: queueUrl, outputs } = service.ready;
  const functionName = outputs.RecordCallFunctionName;
  const mappingId = (await mappings())[0]?.UUID ?? '';
  const all = attempts({ apiKey: demo.apiKey, tableName, queueUrl, functionName, mappingId });
  const outcomes = await page.evaluate(carryOut, { origin, all });
  expect(outcomes).toHaveLength(all.length);
  return outcomes.map(([what, outcome]) => `${what}: ${outcome}`).filter((line) => !/: (failed|opaque)$/.test(line));
}

/** Returns everything that a page could have changed. */
async function state() {
  const { sqsEndpoint } = service.ready;
  const told = async (path: string, init?: RequestInit) => (await fetch(sqsEndpoint + path, init)).text();
  const listTopics = new URLSearchParams({ Action: 'ListTopics', Version: '2010-03-31' });
  return {
    table: await wholeTable(service.ready),
    queues: await told('/_fauxqs/queues'),
    topics: (await told('/', { method: 'POST', body: listTopics })).replace(/<RequestId>.*<\/RequestId>/, ''),
    buckets: await told('/'),
    mappings: (await mappings()).map(({ UUID, State }) => [UUID, State]),
    // A request to the API would add a line to the output.
    terminal: service.output(),
  };
}

const rejected = expect.stringMatching(/^403 /);

describe.each([`http://${EVIL}`, 'http://127.0.0.1'])('a web page from %s on another port', (site) => {
  it('a web page on another port cannot read or change anything through the ports of the service', async () => {
    const before = await state();
    await page.goto(`${site}:${attackerPort}/`);
    for (const port of portsOfService()) expect(await gainsAt(`http://127.0.0.1:${port}`)).toEqual([]);
    expect(responses.length).toBeGreaterThan(100);
    expect(responses).toEqual(responses.map(() => rejected));
    expect(await state()).toEqual(before);
  });
});

it('a web page that uses DNS rebinding gets only 403 responses from the ports of the service', async () => {
  const before = await state();
  for (const port of portsOfService()) {
    const origin = `http://${EVIL}:${port}`;
    // The page was loaded while its name still led to another server. Now the name leads to the service, so both have
    // the same origin.
    await page.route(`${origin}/before`, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    await page.goto(`${origin}/before`);
    responses = [];
    const gains = await gainsAt(origin);
    expect(gains.filter((gain) => !/: (basic 403|framed .+)$/.test(gain))).toEqual([]);
    expect(responses.length).toBeGreaterThan(30);
    expect(responses).toEqual(responses.map(() => rejected));
  }
  expect(await state()).toEqual(before);
});

it('some attempts of a foreign web page succeed with a server that accepts every origin', async () => {
  const open = createServer((request, response) => {
    const allowed = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*, authorization' };
    const type = { '/style.css': 'text/css', '/page.js': 'text/javascript' }[request.url ?? ''] ?? 'image/svg+xml';
    response.writeHead(200, { ...allowed, 'access-control-allow-methods': '*', 'content-type': type });
    response.end(type === 'image/svg+xml' ? '<svg xmlns="http://www.w3.org/2000/svg"/>' : '');
  });
  const port = await listen(open, 0);
  await page.goto(`http://${EVIL}:${attackerPort}/`);
  const gains = await gainsAt(`http://127.0.0.1:${port}`);
  await closeServer(open);
  expect(gains).toEqual(
    expect.arrayContaining([
      ...['fetch POST /: cors 200', 'fetch PUT /v1/webhooks: cors 200', 'fetch GET /v1/whoami: cors 200'],
      ...['img  /icon.svg: loaded', 'script  /page.js: loaded', 'link  /style.css: loaded'],
    ]),
  );
});
