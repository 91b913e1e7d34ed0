import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { type Receiver, signatureIsValid, startReceiver } from '../support/receivers/receiver.ts';
import { newPartner, running } from '../support/service/world.ts';
import { until } from '../support/until.ts';

const COMMAND = join(import.meta.dirname, '../../clients/receiver/command/main.ts');
const LOCAL_SECRET = `whsec_${'0f'.repeat(32)}`;
const runFile = promisify(execFile);

const partner = await newPartner();
const { tenantId } = await partner.createLine();
const service = { API_KEY: partner.apiKey, BASE_URL: running().baseUrl };
const env = { ...process.env, ...service, WEBHOOK_SECRET: LOCAL_SECRET };

describe('the commands of the receiver kit on the local service', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kit-command-'));
  let receiver: Receiver;
  const started: ChildProcess[] = [];
  afterEach(async () => {
    for (const child of started.splice(0)) child.kill('SIGKILL');
    await receiver?.close();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const start = (...args: string[]) => {
    const child = spawn(process.execPath, [COMMAND, ...args], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    started.push(child);
    return child;
  };
  const run = async (...args: string[]) => {
    const ended = runFile(process.execPath, [COMMAND, ...args], { cwd: folder, env });
    const { stdout } = await ended.catch((error: { stdout: string }) => error);
    return { stdout, status: ended.child.exitCode };
  };
  const record = async (...summaries: string[]) => {
    const calls = await partner.recordCalls(
      tenantId,
      summaries.map((summary) => ({ summary, callType: 'phone' })),
    );
    // The calls are recorded at the same time, so a call may be stored before a call that is earlier in `summaries`.
    const places = calls.map(({ callId, startedAt }) => ({ callId, place: `${startedAt} ${callId}` }));
    return places.toSorted((a, b) => (a.place < b.place ? -1 : 1)).map(({ callId }) => callId);
  };

  it('the command `follow` forwards all calls in order although it is killed at each call', async () => {
    const recorded = await record('One', 'Two', 'Three', '예약 😀');
    const following = () =>
      start('follow', '--tenant-id', tenantId, '--forward-to', receiver.url, '--every-seconds', '1');
    let follower: ChildProcess | undefined;
    // The first request for each call kills the follower before it gets the response.
    receiver = await startReceiver((_request, nth) => {
      if (nth > 1) return 200;
      follower?.kill('SIGKILL');
      return 'hang';
    });
    for (let kills = 0; kills < recorded.length; kills += 1) {
      follower = following();
      await once(follower, 'exit');
    }
    follower = following();
    await until(() => receiver.received.length === 2 * recorded.length);
    expect(receiver.received.map(({ callId }) => callId)).toEqual(recorded.flatMap((callId) => [callId, callId]));
    expect(receiver.received.every((request) => signatureIsValid(request, LOCAL_SECRET))).toBe(true);
    expect(receiver.received[0]?.headers['x-service-rebuilt']).toBe('true');
    follower.kill('SIGTERM');
    expect(await once(follower, 'exit')).toEqual([0, null]);
  });

  it('the command `reconcile` prints the calls that a receiver has missed', async () => {
    receiver = await startReceiver();
    const missing = await record('Lost');
    const listed = (await partner.call('GET', `/v1/tenants/${tenantId}/calls`)).json<{ calls: { callId: string }[] }>();
    const seen = listed.calls.map(({ callId }) => callId).filter((callId) => !missing.includes(callId));
    writeFileSync(join(folder, 'ids.txt'), seen.join('\n'));
    const { stdout, status } = await run('reconcile', '--seen', 'ids.txt');
    expect([stdout.split('\n')[0], status]).toEqual([expect.stringMatching(`^${tenantId} ${missing[0]} 20`), 1]);
    writeFileSync(join(folder, 'ids.txt'), [...seen, ...missing].join('\n'));
    expect((await run('reconcile', '--seen', 'ids.txt', '--tenant-id', tenantId)).status).toBe(0);
  });

  it('the receiver kit can forward, save, verify and resend a delivery', async () => {
    receiver = await startReceiver();
    const listener = start(
      'listen',
      '--port',
      '0',
      '--forward-to',
      receiver.url,
      '--save',
      'saved',
      '--secret',
      LOCAL_SECRET,
    );
    const [line] = await once(listener.stdout ?? listener, 'data');
    const url = `${/http:\S+/.exec(String(line))?.[0]}/hook`;
    const signingSecret = await partner.registerWebhook(url);
    const [callId = ''] = await record('Delivered');
    await until(() => receiver.requestsFor(callId).length === 1);
    expect(readdirSync(join(folder, 'saved'))).toHaveLength(1);

    const verified = await run('verify', '--from', 'saved', '--secret', signingSecret);
    expect(verified).toEqual({ status: 0, stdout: expect.stringContaining(`: genuine: call ${callId} of line`) });
    const rejected = await run('verify', '--from', 'saved', '--secret', LOCAL_SECRET);
    expect(rejected).toEqual({ status: 1, stdout: expect.stringContaining('rejected: SIGNATURE_MISMATCH') });

    expect((await run('send', '--from', 'saved', '--url', receiver.url, '--secret', LOCAL_SECRET)).status).toBe(0);
    const [original, again] = receiver.requestsFor(callId);
    expect(original && signatureIsValid(original, signingSecret)).toBe(true);
    expect(again && signatureIsValid(again, LOCAL_SECRET)).toBe(true);
    expect(again?.body).toBe(original?.body);
  });
});
