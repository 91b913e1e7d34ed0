import { setTimeout as sleepMs } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { connect } from '../../operator/connections/connect.ts';
import { ok } from '../../tooling/acceptance/check.ts';
import { DELIVERED_CHECK } from '../../tooling/acceptance/checks/call-checks.ts';
import { type AcceptTools, runAcceptance } from '../../tooling/acceptance/run.ts';
import { operator } from '../support/service/operator.ts';
import { ownService } from '../support/service/own-service.ts';

const evidence = z.object({
  partnerId: z.string(),
  checks: z.array(z.object({ name: z.string(), status: z.string(), reason: z.string().optional() })),
});

describe('`npm run accept` on the local service', () => {
  const { dataDir } = ownService(['--allow-local-webhooks', '--retry-base-seconds', '0.2']);

  async function accept(other: Partial<AcceptTools> = {}) {
    const said: string[] = [];
    const code = await runAcceptance(['--data', dataDir, '--json'], {
      // A deletion waits for calls that are being recorded. Here no call is being recorded, so each wait is shortened.
      connect: async (choice) => ({ ...(await connect(choice)), sleepMs: (ms) => sleepMs(Math.min(ms, 200)) }),
      deployed: async () => Promise.reject(new Error('not a stage')),
      out: (text) => void said.push(text),
      err: () => undefined,
      onStop: () => undefined,
      now: () => new Date(),
      patienceMs: 20_000,
      ...other,
    });
    return { code, ...evidence.parse(JSON.parse(said.join(''))) };
  }

  const isLeft = async (partnerId: string) =>
    (await operator<{ partnerId: string }[]>(dataDir, ['partner', 'list'])).some((one) => one.partnerId === partnerId);

  it('`npm run accept` passes or skips every check on the local service', async () => {
    const { code, checks, partnerId } = await accept();
    expect(checks.filter(({ status, reason }) => status !== 'ok' && !(status === 'skipped' && reason))).toEqual([]);
    expect(checks.find(({ name }) => name === 'a failed event is retried')?.status).toBe('ok');
    expect(code).toBe(0);
    expect(await isLeft(partnerId)).toBe(false);
  });

  it('`npm run accept` fails with exit code 1 while deliveries are stopped', async () => {
    await operator(dataDir, ['mapping', 'disable', '--name', 'deliver']);
    const { code, checks, partnerId } = await accept({ checks: [DELIVERED_CHECK], patienceMs: 0 });
    await operator(dataDir, ['mapping', 'enable', '--name', 'deliver']);
    expect(checks.map(({ status }) => status)).toEqual(['failed', 'ok']);
    expect(checks[0]?.reason).toContain('is pending after 0 attempts');
    expect(code).toBe(1);
    expect(await isLeft(partnerId)).toBe(false);
  });

  it('`npm run accept` skips the remaining checks after Ctrl+C', async () => {
    let stop: () => void = () => undefined;
    const stopping = { name: 'somebody stops the run', run: async () => ok(String(stop())) };
    const { code, checks, partnerId } = await accept({
      onStop: (given) => {
        stop = given;
      },
      checks: [stopping, DELIVERED_CHECK],
    });
    expect(checks.map(({ status }) => status)).toEqual(['ok', 'skipped', 'ok']);
    expect(code).toBe(1);
    expect(await isLeft(partnerId)).toBe(false);
  });
});
