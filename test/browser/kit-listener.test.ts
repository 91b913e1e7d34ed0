import { createServer, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { createListener } from '../../clients/receiver/command/listen/listener.ts';
import { closeServer, listen } from '../../tooling/machine/loopback.ts';
import { attempts, carryOut } from './attack.ts';
import { startChromium } from './start-chromium.ts';

/** A name that its owner resolves to this machine. */
const EVIL = 'evil.test';
const ATTEMPTS = attempts({ apiKey: 'k', tableName: 't', queueUrl: 'q', functionName: 'f', mappingId: 'm' });

let browser: Browser;
let page: Page;
let attacker: Server;
let attackerPort: number;
let receiver: Server;
let receiverPort: number;
let listener: Server;
let port: number;
/** What a page has got through the listener: requests that were saved, and requests that reached the receiver. */
let gained: string[];
let statuses: number[];

beforeAll(async () => {
  // Disables Chromium's protection of local addresses. Some browsers lack this protection, and users can disable it.
  const args = [`--host-resolver-rules=MAP ${EVIL} 127.0.0.1`, '--disable-features=LocalNetworkAccessChecks'];
  browser = await startChromium(args);
  attacker = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<!doctype html>'));
  attackerPort = await listen(attacker, 0);
  // An internal program that would tell everything to every page.
  receiver = createServer((request, response) => {
    gained.push(`forwarded ${request.url}`);
    response.writeHead(200, { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }).end('secret');
  });
  receiverPort = await listen(receiver, 0);
});
afterAll(async () => {
  await browser?.close();
  await closeServer(attacker);
  await closeServer(receiver);
});
beforeEach(async () => {
  gained = [];
  statuses = [];
  listener = createListener({
    responseRule: { status: 503, delayMs: 0, times: 0 },
    forwardTo: new URL(`http://127.0.0.1:${receiverPort}/`),
    save: async () => void gained.push('saved'),
    print: () => undefined,
    nowMs: Date.now,
    sleepMs: async () => undefined,
  });
  port = await listen(listener, 0);
  page = await browser.newPage();
  page.on('response', (response) => {
    if (new URL(response.url()).port === String(port)) statuses.push(response.status());
  });
});
afterEach(async () => {
  await page.close();
  await closeServer(listener);
});

/** Makes all attempts at the listener. Returns the outcomes, except those that are `failed` or `opaque`. */
async function gainsAt(origin: string): Promise<string[]> {
  const outcomes = await page.evaluate(carryOut, { origin, all: ATTEMPTS });
  return outcomes.map(([what, outcome]) => `${what}: ${outcome}`).filter((line) => !/: (failed|opaque)$/.test(line));
}

it.each([`http://${EVIL}`, 'http://127.0.0.1'])(
  'a web page from %s on another port gets only 403 responses from the command `listen`',
  async (site) => {
    await page.goto(`${site}:${attackerPort}/`);
    expect(await gainsAt(`http://127.0.0.1:${port}`)).toEqual([]);
    expect(gained).toEqual([]);
    expect(new Set(statuses)).toEqual(new Set([403]));
    expect(statuses.length).toBeGreaterThan(20);
  },
);

it('a web page that uses DNS rebinding gets only 403 responses from the command `listen`', async () => {
  const origin = `http://${EVIL}:${port}`;
  // The page was loaded while its name still led to another server. Now the name leads to the listener.
  await page.route(`${origin}/before`, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto(`${origin}/before`);
  statuses = [];
  const gains = await gainsAt(origin);
  expect(gains.filter((gain) => !/: (basic 403|framed .+)$/.test(gain))).toEqual([]);
  expect(gained).toEqual([]);
  expect(new Set(statuses)).toEqual(new Set([403]));
});
