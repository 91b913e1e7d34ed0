import { describe, expect, it } from '@jest/globals';
import { runCapacity } from '../../../tooling/capacity/run.ts';

const USUAL = ['--calls-per-hour', '60000', '--partners', '200'];

async function run(args: readonly string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const exitCode = await runCapacity(args, { out: (line) => out.push(line), err: (line) => err.push(line) });
  return { exitCode, out: out.join('\n'), err };
}

describe('`npm run capacity`', () => {
  it.each([
    ['the calls are missing', ['--partners', '200'], '--calls-per-hour is missing'],
    ['the partners are missing', ['--calls-per-hour', '60000'], '--partners is missing'],
    ['a number has letters', [...USUAL, '--peak', 'three'], '--peak must be a number from 1 to 100'],
    ['a share is above 1', [...USUAL, '--failing', '50'], '--failing must be a number from 0 to 1'],
    ['a summary is larger than the service accepts', [...USUAL, '--summary-bytes', '65537'], '--summary-bytes must be'],
    ['a receiver takes as long as the timeout', [...USUAL, '--receiver-ms', '10000'], '--receiver-ms must be'],
    [
      'partners are no whole number',
      ['--calls-per-hour', '1', '--partners', '1.5'],
      '--partners must be a whole number',
    ],
    [
      'the second partner has more calls than the largest',
      ['--calls-per-hour', '1', '--partners', '4', '--largest-partner', '0.3'],
      '--largest-partner must be at least 0.316',
    ],
    ['a flag is unknown', [...USUAL, '--calls', '5'], "Unknown option '--calls'"],
  ])('`npm run capacity` prints one sentence and exits with code 2 if %s', async (_, args, sentence) => {
    const { exitCode, out, err } = await run(args);
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
    expect(err).toEqual([expect.stringContaining(sentence)]);
    expect(err[0]).toMatch(/; see npm run capacity -- --help\.$/);
  });

  it('`npm run capacity` prints its flags with `--help`', async () => {
    expect(await run(['--help'])).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining('--largest-partner SHARE'),
    });
  });

  it('`npm run capacity` prints the first limit before all other results', async () => {
    const { exitCode, out } = await run(USUAL);
    expect(exitCode).toBe(0);
    expect([...out.matchAll(/^== (.+)$/gm)].map(([, title]) => title)).toEqual([
      'First limit',
      'Settings for lib/stages.ts',
      'Quotas to ask for',
      'Functions at the peak',
      'Queues at the peak',
      'Stream',
      'Table at the peak',
      'Hottest keys at the peak',
      'KMS',
      'Limits, the nearest first',
      'If the largest partner stops responding',
      'Cost of a month',
      'Warm start (optional)',
    ]);
  });

  it('`npm run capacity -- --json` prints the plan as JSON', async () => {
    const { exitCode, out } = await run([...USUAL, '--json']);
    expect(exitCode).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      load: { callsPerHour: 60_000, partners: 200, peak: 3 },
      peak: { callsPerSecond: 50 },
      settings: { chosen: { recordCallConcurrency: 50 } },
      quotas: [],
    });
  });
});
