import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import type { connectSandbox, Sandbox, startSandbox } from '../../../clients/sandbox/src/index.ts';
import { type Receiver, startReceiver } from '../../support/receivers/receiver.ts';
import type { Installed } from './installed-sandbox.ts';
import { sandboxIsPrivate } from './private-sandbox.ts';

const KIT_COMMAND = join(import.meta.dirname, '../../../clients/receiver/command/main.ts');
const HOUR_MS = 3_600_000;
/** The fields of the responses that these tests read. */
const lineOrList = z.object({ tenantId: z.string().default(''), tenants: z.array(z.unknown()).default([]) });

/** Tests a sandbox that runs. These tests are part of package.test.ts, because packing and installing take long. */
export function sandboxWorks(installed: () => Installed): void {
  describe('a running sandbox', () => {
    let receiver: Receiver;
    let sandbox: Sandbox;
    let connect: typeof connectSandbox;
    beforeAll(async () => {
      receiver = await startReceiver();
      const client: { startSandbox: typeof startSandbox; connectSandbox: typeof connectSandbox } = await import(
        pathToFileURL(join(installed().sandbox, 'dist/esm/index.mjs')).href
      );
      connect = client.connectSandbox;
      sandbox = await client.startSandbox({ webhookUrl: receiver.url });
    });
    beforeEach(() => sandbox.reset());
    afterAll(async () => {
      await sandbox.close();
      await receiver.close();
    });

    const api = async (method: string, path: string, body?: object, headers = {}) => {
      const authorization = `Bearer ${sandbox.partner.apiKey}`;
      const init = { method, headers: { authorization, 'content-type': 'application/json', ...headers } };
      const response = await fetch(`${sandbox.baseUrl}${path}`, body ? { ...init, body: JSON.stringify(body) } : init);
      return { status: response.status, body: lineOrList.parse(await response.json()) };
    };
    const LINE = { name: 'Cafe', region: 'ca', externalId: 'cafe-1' };
    const newLine = async () => (await api('POST', '/v1/tenants', LINE)).body.tenantId;

    it.each([
      ['rate-limit', 429],
      ['unauthorized', 401],
      ['suspended', 403],
      ['quota', 402],
      [500, 500],
      [502, 502],
      [503, 503],
      [504, 504],
    ] as const)('after sandbox.fail with %s, one request to create a line returns %i', async (kind, status) => {
      await sandbox.fail(kind, { path: '/v1/tenants', times: 1 });
      expect((await api('POST', '/v1/tenants', LINE)).status).toBe(status);
      expect((await api('POST', '/v1/tenants', LINE)).status).toBe(201);
    });

    it('sandbox.lineForCall returns the settings of a line by id or number', async () => {
      const tenantId = await newLine();
      await api('PUT', `/v1/tenants/${tenantId}/agent`, { greeting: 'Hello!' });
      const { number } = await sandbox.attachNumber({ tenantId });
      const found = await sandbox.lineForCall({ number });
      expect(found).toMatchObject({ line: { tenantId, number }, agent: { greeting: 'Hello!' } });
      expect(await sandbox.lineForCall({ tenantId })).toEqual(found);
      const notServed = { notServed: { reason: 'unknown' }, maxAgeSeconds: 60 };
      expect(await sandbox.lineForCall({ tenantId: 'tn_none' })).toEqual(notServed);
      await expect(sandbox.lineForCall({ number: '010' })).rejects.toThrow('E.164');
    });

    it('the disruption `rate-limit` of a sandbox ends with the window of the rate limit', async () => {
      await sandbox.fail('rate-limit');
      expect((await api('GET', '/v1/whoami')).status).toBe(429);
      await sandbox.advanceTime('5m');
      expect((await api('GET', '/v1/whoami')).status).toBe(200);
    });

    it('the command `reconcile` finds a missing call in a sandbox that is three hours ahead', async () => {
      const tenantId = await newLine();
      await sandbox.advanceTime('3h');
      const { callId } = await sandbox.recordCall({ tenantId });
      const reconcile = (...flags: string[]) =>
        spawnSync(process.execPath, [KIT_COMMAND, 'reconcile', '--seen', '-', ...flags], {
          ...{ encoding: 'utf8', input: '' },
          env: { BASE_URL: sandbox.baseUrl, API_KEY: sandbox.partner.apiKey },
        });
      const { status, stdout } = reconcile();
      expect([status, stdout.split(' ').slice(0, 2)]).toEqual([1, [tenantId, callId]]);
      expect(reconcile('--until', new Date().toISOString())).toMatchObject({
        ...{ status: 1, stdout: '' },
        stderr: expect.stringMatching(/^The clock of this machine is 10[78]\d\d s behind the clock of the service/),
      });
    });

    it('a sandbox creates only one line if a request is repeated after a lost response', async () => {
      await sandbox.fail('lost-answer', { times: 1 });
      const key = { 'Idempotency-Key': 'once' };
      await expect(api('POST', '/v1/tenants', LINE, key)).rejects.toThrow('fetch failed');
      const second = await api('POST', '/v1/tenants', LINE, key);
      const lines = (await api('GET', '/v1/tenants')).body.tenants;
      expect([second.status, lines]).toMatchObject([201, [{ tenantId: second.body.tenantId }]]);
    });

    it.each([
      ['lost-delivery', 1, 0],
      ['duplicate-delivery', 2, 0],
      ['stale-signature', 1, 10],
    ] as const)(
      'after sandbox.fail with %s, the receiver gets %i request(s), signed %i minutes ago',
      async (kind, requests, minutes) => {
        const tenantId = await newLine();
        await sandbox.fail(kind, { times: 1 });
        const { callId } = await sandbox.recordCall({ tenantId });
        await sandbox.advanceTime('2m');
        const received = receiver.requestsFor(callId);
        const signedMs = Number(/t=(\d+)/.exec(String(received[0]?.headers['x-service-signature']))?.[1]) * 1_000;
        expect([received.length, Math.round((Date.now() - signedMs) / 60_000)]).toEqual([requests, minutes]);
        expect(received[0]?.headers['webhook-timestamp']).toBe(String(signedMs / 1_000));
        expect(await sandbox.deliveries({ callId })).toMatchObject([{ status: 'delivered' }]);
      },
    );

    it('sandbox.reset deletes the lines and deliveries made since the start, and resets the clock', async () => {
      await sandbox.recordCall({ tenantId: await newLine() });
      await sandbox.advanceTime('2d');
      await sandbox.reset();
      expect([await sandbox.deliveries(), (await api('GET', '/v1/tenants')).body.tenants]).toEqual([[], []]);
      expect(Math.abs((await sandbox.now()).getTime() - Date.now())).toBeLessThan(HOUR_MS);
    });

    it('by default, a connection to a sandbox lists no delivery of a partner that another connection created', async () => {
      const other = await connect(sandbox.controlUrl);
      const { apiKey } = await other.createPartner();
      const { body } = await api('POST', '/v1/tenants', LINE, { authorization: `Bearer ${apiKey}` });
      const { callId } = await other.recordCall({ tenantId: body.tenantId });
      await other.close();
      expect([await sandbox.deliveries(), await other.deliveries()]).toMatchObject([
        [],
        [{ callId, status: 'skipped' }],
      ]);
    });

    it('a sandbox can suspend its first partner and activate it again', async () => {
      await sandbox.suspendPartner();
      expect((await api('GET', '/v1/whoami')).status).toBe(403);
      await sandbox.activatePartner();
      expect((await api('GET', '/v1/whoami')).status).toBe(200);
    });

    it('a reset of a sandbox restores the first API key of its first partner', async () => {
      const { apiKey } = await sandbox.rotateKey();
      const withNewKey = await api('GET', '/v1/whoami', undefined, { authorization: `Bearer ${apiKey}` });
      expect([(await api('GET', '/v1/whoami')).status, withNewKey.status]).toEqual([401, 200]);
      await sandbox.reset();
      expect((await api('GET', '/v1/whoami')).status).toBe(200);
    });

    it('a sandbox delivers the event of a call of a terminated line', async () => {
      const tenantId = await newLine();
      expect(await sandbox.recordCall({ tenantId })).toMatchObject({ lineStatus: 'active' });
      expect((await api('DELETE', `/v1/tenants/${tenantId}`)).status).toBe(200);
      const { callId, lineStatus } = await sandbox.recordCall({ tenantId });
      await sandbox.advanceTime(0);
      expect([lineStatus, await sandbox.deliveries({ callId })]).toMatchObject([
        'terminated',
        [{ status: 'delivered' }],
      ]);
    });

    it('the command `partner-lines-sandbox call` records a call and reports a terminated line and an invalid field', async () => {
      const tenantId = await newLine();
      const call = (...flags: string[]) =>
        spawnSync(process.execPath, [join(installed().sandbox, 'bin.cjs'), 'call', '--tenant', tenantId, ...flags], {
          encoding: 'utf8',
          env: { ...process.env, PARTNER_LINES_CONTROL_URL: sandbox.controlUrl },
        });
      const { status, stdout, stderr } = call('--call-id', 'call_shell', '--topic', 'menu', '--duration-secs', '7');
      expect([status, JSON.parse(stdout), stderr]).toEqual([0, { callId: 'call_shell', lineStatus: 'active' }, '']);
      expect((await api('DELETE', `/v1/tenants/${tenantId}`)).status).toBe(200);
      expect(call().stderr).toMatch(/^The line is terminated\./);
      expect(call('--resolution', 'Maybe')).toMatchObject({ status: 1, stderr: expect.stringMatching(/resolution/) });
    });

    it('a sandbox rejects a webhook URL with an IPv6 loopback address', async () => {
      const { status } = await api('PUT', '/v1/webhooks', { url: receiver.url.replace('127.0.0.1', '[::1]') });
      expect(status).toBe(422);
    });

    it('the documentation that a sandbox serves contains the addresses of this sandbox', async () => {
      const pages = ['openapi.json', 'reference.html', 'clients.html'].map((name) =>
        fetch(`${sandbox.docsUrl}/${name}`),
      );
      const [openapi = '', reference, packages] = await Promise.all(pages.map(async (page) => (await page).text()));
      expect(JSON.parse(openapi).servers).toEqual([{ url: sandbox.baseUrl, description: 'The service.' }]);
      expect(reference).toContain(`BASE_URL=${sandbox.baseUrl}`);
      expect(packages).toContain(`${sandbox.docsUrl}/packages/partner-lines-sandbox-`);
    });

    it('a sandbox lists all three packages and serves its own package', async () => {
      const sums = await (await fetch(`${sandbox.docsUrl}/packages/SHA256SUMS`)).text();
      expect(sums.match(/partner-lines-(client|sandbox|webhooks)-[\d.]+\.tgz$/gm)).toHaveLength(3);
      const served = await fetch(`${sandbox.docsUrl}/packages/partner-lines-sandbox.tgz`);
      const own = Buffer.from(await served.arrayBuffer());
      expect(served.headers.get('content-type')).toBe('application/gzip');
      expect(own.equals(readFileSync(installed().tarball))).toBe(true);
    });

    it('a method of a sandbox names the mistake in an invalid argument', async () => {
      await expect(connect('')).rejects.toThrow(/needs the controlUrl/);
      await expect(connect(sandbox.baseUrl)).rejects.toThrow(/needs the controlUrl/);
      await expect(sandbox.advanceTime('4000d')).rejects.toThrow('4000d is too long');
      await expect(sandbox.advanceTime(-1)).rejects.toThrow('time only moves forward: give 0 or more');
      await expect(sandbox.rotateKey({ partnerId: '' })).rejects.toThrow('partnerId: must have at least 1 character');
      for (const path of ['v1/tenants', '/v1/tenant', '/v1/tenants/a/b/c'])
        await expect(sandbox.fail(500, { path })).rejects.toThrow(/^path: must be a path of the API/);
      const misspelt = { tenantId: 'tn_1', sumary: 'The words' };
      await expect(sandbox.recordCall(misspelt)).rejects.toThrow('There is no field "sumary"');
      // Programs in JavaScript can leave out a field or give an unknown kind.
      const call = async (name: string, options: object) => {
        const response = await fetch(`${sandbox.controlUrl}/${name}`, {
          method: 'POST',
          body: JSON.stringify(options),
        });
        return response.json();
      };
      expect(await call('recordCall', {})).toEqual({ problem: 'tenantId: is required' });
      expect(await call('fail', { kind: 'nope' })).toEqual({
        problem: expect.stringMatching(/^kind: must be one of rate-limit, /),
      });
    });

    sandboxIsPrivate({ installed, sandbox: () => sandbox, receiver: () => receiver });
  });
}
