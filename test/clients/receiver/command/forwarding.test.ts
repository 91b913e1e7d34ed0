import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sendOnce } from '../../../../clients/receiver/command/http/exchange.ts';
import { createListener } from '../../../../clients/receiver/command/listen/listener.ts';
import { readSavedRequests, requestSaver } from '../../../../clients/receiver/command/saved-request.ts';
import { sendSavedRequests } from '../../../../clients/receiver/command/send/send-saved-requests.ts';
import { signWebhook, verifyWebhook } from '../../../../clients/receiver/src/index.ts';
import { closeServer, listen } from '../../../../tooling/machine/loopback.ts';
import { PLAIN, SECRET } from '../../../../tooling/vectors/signature-headers.ts';
import { verifyWithStandardWebhooks } from '../../../support/receivers/signature-libraries.ts';

const NOW_MS = 1_800_000_000_000;
const SIGNATURE = signWebhook(PLAIN, SECRET, { now: new Date(NOW_MS) });

interface Arrived {
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

describe('the command `listen --forward-to`', () => {
  const arrived: Arrived[] = [];
  const receiver = createServer(async (incoming, response) => {
    arrived.push({ rawHeaders: incoming.rawHeaders, body: await buffer(incoming) });
    response.writeHead(202, [
      ['Set-Cookie', 'a=1'],
      ['Set-Cookie', 'b=2'],
    ]);
    response.end(gzipSync('stored'));
  });
  let url: URL;
  let folder: string;
  let printed: string[];
  beforeAll(async () => {
    url = new URL(`http://user:pass@127.0.0.1:${await listen(receiver, 0)}/hook?token=t`);
  });
  afterAll(() => closeServer(receiver));
  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'saved-')), 'requests');
    printed = [];
    arrived.length = 0;
  });
  afterEach(() => rmSync(join(folder, '..'), { recursive: true }));

  /** Sends one request through the listener, and returns the response to it. */
  async function pass(body: Buffer, headers: Record<string, string>, about: { forwardTo?: URL; times?: number } = {}) {
    const server = createListener({
      ...{ secret: SECRET, forwardTo: url, save: requestSaver(folder), nowMs: () => NOW_MS },
      responseRule: { status: 503, delayMs: 0, times: about.times },
      print: (text) => printed.push(text),
      sleepMs: async () => undefined,
      ...(about.forwardTo && { forwardTo: about.forwardTo }),
    });
    const port = await listen(server, 0);
    const response = await new Promise<Arrived & { status: number | undefined }>((resolve) => {
      request({ port, method: 'POST', headers }, async ({ statusCode: status, rawHeaders, ...incoming }) => {
        resolve({ status, rawHeaders, body: Buffer.alloc(0), ...incoming });
      }).end(body);
    });
    await closeServer(server);
    return response;
  }

  it('the command `listen --forward-to` passes on the bytes and headers of a request', async () => {
    const body = Buffer.from([0xff, 0x00, 0x0a, 0x7b]);
    const response = await pass(body, { 'X-Service-Signature': SIGNATURE, 'X-Odd': 'ä' });
    expect(arrived[0]?.body).toEqual(body);
    expect(arrived[0]?.rawHeaders).toEqual(expect.arrayContaining(['X-Service-Signature', SIGNATURE, 'X-Odd', 'ä']));
    expect(response.status).toBe(202);
    expect(response.rawHeaders.filter((text) => /^[ab]=/.test(text))).toEqual(['a=1', 'b=2']);
  });

  it('the command `listen --forward-to` also forwards a request that is not genuine', async () => {
    await pass(Buffer.from(PLAIN), { 'X-Service-Signature': SIGNATURE });
    await pass(Buffer.from('{}'), { 'X-Service-Signature': SIGNATURE });
    const target = `http://127.0.0.1:${url.port}/hook`;
    expect(printed).toEqual([
      expect.stringContaining(`genuine: call call_01k4vectors of line tn_01k4vectors → ${target}\n`),
      expect.stringMatching(/^your receiver responded with 202 in \d+ ms$/),
      expect.stringContaining(`rejected: SIGNATURE_MISMATCH → ${target}\n`),
      expect.stringMatching(/^your receiver responded with 202/),
    ]);
  });

  it('the command `listen --forward-to` with `--times 1` does not forward the first request of a call', async () => {
    expect((await pass(Buffer.from(PLAIN), { 'X-Service-Signature': SIGNATURE }, { times: 1 })).status).toBe(503);
    expect(arrived).toEqual([]);
  });

  it('the command `listen --forward-to` returns 502 if the receiver does not respond', async () => {
    const forwardTo = new URL('http://127.0.0.1:9/hook');
    const response = await pass(Buffer.from(PLAIN), { 'X-Service-Signature': SIGNATURE }, { forwardTo });
    expect(response.status).toBe(502);
    expect(printed[1]).toBe('your receiver did not respond (connection refused) → 502');
  });

  it('the command `listen --forward-to` saves a request in a file that only its owner can read, for `send --from`', async () => {
    await pass(Buffer.from(PLAIN), { 'X-Service-Signature': SIGNATURE, 'X-Service-Delivery': 'call_1' });
    const [file = ''] = readdirSync(folder);
    expect([folder, join(folder, file)].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600]);
    const [saved] = await readSavedRequests(folder);
    expect(saved).toMatchObject({ receivedAtMs: NOW_MS, body: Buffer.from(PLAIN) });

    arrived.length = 0;
    const deps = { send: sendOnce, print: (text: string) => printed.push(text), nowMs: () => NOW_MS + 3_600_000 };
    expect(await sendSavedRequests(await readSavedRequests(folder), { url, secret: SECRET }, deps)).toBe(true);
    expect(await sendSavedRequests(await readSavedRequests(folder), { url, secret: undefined }, deps)).toBe(true);
    const signatures = arrived.map(({ rawHeaders }) => rawHeaders[rawHeaders.indexOf('X-Service-Signature') + 1]);
    expect(signatures[1]).toBe(SIGNATURE);
    const now = new Date(NOW_MS + 3_600_000);
    expect(verifyWebhook(arrived[0]?.body ?? '', signatures[0], SECRET, { now })).toMatchObject({
      event: 'call.completed',
    });
    expect(printed.at(-1)).toBe(`${file}, call_1: 202 in 0 ms. Delivered.`);
  });

  it('the command `send --from` signs a saved request again for libraries of Standard Webhooks', async () => {
    const saved = { 'webhook-id': 'call%2E1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,old' };
    await pass(Buffer.from(PLAIN), { 'X-Service-Signature': SIGNATURE, ...saved });
    arrived.length = 0;
    const nowMs = NOW_MS + 3_600_000;
    const deps = { send: sendOnce, print: (text: string) => printed.push(text), nowMs: () => nowMs };
    await sendSavedRequests(await readSavedRequests(folder), { url, secret: SECRET }, deps);
    const { rawHeaders = [], body = '' } = { ...arrived[0] };
    const valueNamed = (name: string) => rawHeaders[rawHeaders.indexOf(name) + 1] ?? '';
    const headers = Object.fromEntries(Object.keys(saved).map((name) => [name, valueNamed(name)]));
    expect(headers).toMatchObject({ 'webhook-id': 'call%2E1', 'webhook-timestamp': String(nowMs / 1_000) });
    expect(verifyWithStandardWebhooks({ headers, body: String(body) }, SECRET, nowMs)).toEqual(JSON.parse(PLAIN));
  });

  it('the receiver kit rejects a missing folder, and a JSON file that is no saved request', async () => {
    await pass(Buffer.from(PLAIN), {});
    writeFileSync(join(folder, 'other.json'), '{"receivedAt":"today"}');
    await expect(readSavedRequests(folder)).rejects.toThrow(/other\.json is not a request that .* has saved\.$/);
    await expect(readSavedRequests(join(folder, 'nowhere'))).rejects.toThrow(/^Cannot read .*nowhere: ENOENT\.$/);
  });
});

it('a request of the receiver kit times out if the receiver does not respond', async () => {
  const silent = createServer(() => undefined);
  const url = new URL(`http://127.0.0.1:${await listen(silent, 0)}/`);
  expect(await sendOnce({ url, headers: {}, body: Buffer.from('') }, 20)).toEqual({
    kind: 'noResponse',
    why: 'timeout',
  });
  await closeServer(silent);
});
