import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RECONCILE } from '../../../../clients/receiver/command/reconcile/command.ts';
import { closeServer, listen } from '../../../../tooling/machine/loopback.ts';

const HOUR_MS = 3_600_000;
const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString();

describe('the command `reconcile`', () => {
  let folder: string;
  let server: Server;
  let port: number;
  let printed: string[];
  /** How far the clock of the service is ahead of the clock of this machine. */
  let serverAheadMs: number;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'reconcile-'));
    writeFileSync(join(folder, 'ids.txt'), 'call_seen\n');
    printed = [];
    serverAheadMs = 0;
    server = createServer((_request, response) => {
      const call = { callId: 'call_lost', startedAt: fromNow(serverAheadMs) };
      response.setHeader('Date', new Date(Date.now() + serverAheadMs).toUTCString());
      response.end(JSON.stringify({ calls: [call, { ...call, callId: 'call_seen' }], nextCursor: null }));
    });
    port = await listen(server, 0);
  });
  afterEach(async () => {
    await closeServer(server);
    rmSync(folder, { recursive: true });
  });

  const run = (...flags: string[]) =>
    RECONCILE.run(['--seen', join(folder, 'ids.txt'), '--tenant-id', 'tn_1', ...flags], {
      environment: { BASE_URL: `http://127.0.0.1:${port}`, API_KEY: 'svc_partner_1' },
      print: (text) => printed.push(text),
    });
  const LOST = [expect.stringMatching(/^tn_1 call_lost 20/), '1 missing of 2 calls on 1 line'];

  it.each([
    ['has the same time', 0],
    ['is three hours ahead, as after advanceTime of the sandbox', 3 * HOUR_MS],
    ['is an hour behind', -HOUR_MS],
  ])('the command `reconcile` prints a missing call if the clock of the service %s', async (_what, aheadMs) => {
    serverAheadMs = aheadMs;
    expect(await run()).toBe(1);
    expect(printed).toEqual(LOST);
  });

  it('the command `reconcile` ignores calls after `--until`', async () => {
    serverAheadMs = -30_000;
    expect([await run('--until', fromNow(-HOUR_MS)), await run('--until', fromNow(HOUR_MS))]).toEqual([0, 1]);
    expect(printed).toEqual(['0 missing of 0 calls on 1 line', ...LOST]);
  });

  it.each([
    ['--since', 'behind', 120_000],
    ['--since', 'ahead of', -120_000],
    ['--until', 'behind', 120_000],
    ['--until', 'ahead of', -120_000],
  ])(
    'the command `reconcile` fails with %s if the clock of this machine is two minutes %s the clock of the service',
    async (flag, where, aheadMs) => {
      serverAheadMs = aheadMs;
      const rejected = new RegExp(
        `^The clock of this machine is 1[12]\\d s ${where} the clock of the service, .*by NTP`,
      );
      await expect(run(flag, fromNow(-HOUR_MS))).rejects.toThrow(rejected);
      expect(printed).toEqual([]);
    },
  );
});
