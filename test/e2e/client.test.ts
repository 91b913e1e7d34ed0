import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from '@jest/globals';
import { isApiError, type Line, PartnerLines } from '../../clients/typescript/src/index.ts';
import { all } from '../clients/typescript/fake-service.ts';
import { newPartner, running } from '../support/service/world.ts';
import { type Course, FAULTS, type FaultyProxy, startFaultyProxy } from '../support/table/faulty-proxy.ts';

const run = promisify(execFile);
const CREATE_LINES = fileURLToPath(new URL('../clients/typescript/create-lines.ts', import.meta.url));
const LINES = 50;
const FAULTS_EACH = 3;
const partner = await newPartner();

describe('the client library and the local service', () => {
  const proxies: FaultyProxy[] = [];
  afterEach(() => Promise.all(proxies.splice(0).map((proxy) => proxy.close())));

  const proxied = async (courseOf?: (incoming: IncomingMessage) => Course) => {
    const proxy = await startFaultyProxy(running().baseUrl, courseOf);
    proxies.push(proxy);
    return proxy;
  };
  const connected = async () => {
    const { baseUrl } = await proxied();
    return new PartnerLines({ apiKey: partner.apiKey, baseUrl, maxAttempts: 1 });
  };

  it(`the client library creates each of ${LINES} lines once, despite 429s, 5xx and dropped connections`, async () => {
    const proxy = await proxied(threeFaultsFirst());
    const args = [CREATE_LINES, proxy.baseUrl, partner.apiKey, String(LINES)];
    const { stdout, stderr } = await run(process.execPath, args);
    expect(stderr).toBe('');
    expect(proxy.courses.filter((course) => course !== 'passed')).toHaveLength(LINES * FAULTS_EACH);
    expect(FAULTS.filter((fault) => !proxy.courses.includes(fault))).toEqual([]);
    const created: Line[] = JSON.parse(stdout);
    const client = await connected();
    const listed = await all(client.listLines({ limit: 7 }));
    expect(new Set(listed.map(({ externalId }) => externalId)).size).toBe(LINES);
    const byId = (lines: readonly Line[]) => [...lines].sort((a, b) => a.tenantId.localeCompare(b.tenantId));
    expect(byId(created)).toEqual(byId(listed));
  });

  it('the client library can use every endpoint of the API', async () => {
    const client = await connected();
    const { scopes } = await client.whoami();
    expect(scopes).toContain('calls');
    const line = await client.createLine({ name: 'Corner Cafe', region: 'kr', externalId: randomUUID() });
    expect(await client.getLine(line.tenantId)).toMatchObject({ ...line, number: null });
    expect(await all(client.listLines({ limit: 200 }))).toContainEqual(line);
    await client.updateAgent(line.tenantId, { greeting: 'Hello', tone: ['warm'] });
    expect(await client.updateAgent(line.tenantId, { tone: ['brief'] })).toEqual({
      greeting: 'Hello',
      tone: ['brief'],
    });
    expect(await client.getAgent(line.tenantId)).toMatchObject({ greeting: 'Hello' });
    const { signingSecret } = await client.registerWebhook({ url: 'http://127.0.0.1:9/hook' });
    expect((await client.getWebhook()).signingSecretHint).toBe(signingSecret.slice(-4));
    const summaries = ['One', 'Two', 'Three'].map((summary) => ({ summary }));
    const calls = await partner.recordCalls(line.tenantId, summaries);
    const since = new Date(Math.min(...calls.map(({ startedAt }) => Date.parse(startedAt))));
    const listed = await all(client.listCalls(line.tenantId, { limit: 2, since }));
    expect(listed.map(({ callId }) => callId).sort()).toEqual(calls.map(({ callId }) => callId).sort());
    const { calls: read, bookmark } = await client.newCalls(line.tenantId);
    expect(read.map(({ callId }) => callId).sort()).toEqual(calls.map(({ callId }) => callId).sort());
    const fourth = await partner.recordCall(line.tenantId, { summary: 'Four' });
    const next = await client.newCalls(line.tenantId, { bookmark });
    expect(next.calls.map(({ callId }) => callId)).toEqual([fourth.callId]);
    expect(await client.terminateLine(line.tenantId, { reason: 'Done' })).toMatchObject({ status: 'terminated' });
  });

  it('the client library throws an error with the code and request id of a rejected request', async () => {
    const client = await connected();
    const externalId = randomUUID();
    await client.createLine({ name: 'Corner Cafe', region: 'ca', externalId });
    const again = client.createLine({ name: 'Corner Cafe', region: 'ca', externalId });
    const error = await again.catch((thrown: unknown) => thrown);
    expect(isApiError(error, 'EXTERNAL_ID_EXISTS')).toBe(true);
    expect(error).toMatchObject({ status: 409, requestId: expect.stringMatching(/.+/) });
  });
});

/** Makes each creation fail three times before it passes. Over all creations, every fault occurs at every attempt. */
function threeFaultsFirst(): (incoming: IncomingMessage) => Course {
  const attempts = new Map<string, number>();
  return ({ headers }) => {
    const key = String(headers['idempotency-key']);
    const attempt = attempts.get(key) ?? 0;
    attempts.set(key, attempt + 1);
    const creation = [...attempts.keys()].indexOf(key);
    const stride = 1 + (Math.floor(creation / FAULTS.length) % (FAULTS.length - 1));
    return attempt < FAULTS_EACH ? (FAULTS[(creation + attempt * stride) % FAULTS.length] ?? 'passed') : 'passed';
  };
}
