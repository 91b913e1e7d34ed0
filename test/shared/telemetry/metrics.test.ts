import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { METRICS } from '../../../shared/names/metrics.ts';

const METRICS_FILE = new URL('../../../shared/telemetry/metrics.ts', import.meta.url).href;

/** The part of CloudWatch's embedded metric format that we use. */
const emfLine = z.looseObject({
  _aws: z.object({
    Timestamp: z.number(),
    CloudWatchMetrics: z.array(
      z.object({
        Namespace: z.string(),
        Dimensions: z.array(z.array(z.string())),
        Metrics: z.array(z.object({ Name: z.string(), Unit: z.string() })),
      }),
    ),
  }),
});

/** Runs code with the meter of the function `relay` in a process of its own. Returns each line that it printed. */
async function printed(use: string) {
  const code = `import { createMeter } from '${METRICS_FILE}'; const meter = createMeter('PartnerLines/test', 'relay', '7'); ${use}`;
  const run = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code]);
  expect(run.stderr).toBe('');
  const lines = run.stdout.split('\n').filter((line) => line !== '');
  return lines.map((line) => emfLine.parse(JSON.parse(line)));
}

describe('the metrics of a function', () => {
  it('a function writes the metrics of the service in one log line', async () => {
    const [line, ...more] = await printed(
      `meter.count('attempts'); meter.count('sweepRescued', 3); meter.measure('deliveryLatency', 250); meter.flush();`,
    );
    expect(more).toEqual([]);
    expect(line?._aws.CloudWatchMetrics).toEqual([
      {
        Namespace: 'PartnerLines/test',
        Dimensions: [['service']],
        Metrics: [
          { Name: 'DeliveryAttempts', Unit: 'Count' },
          { Name: 'SweepRescued', Unit: 'Count' },
          { Name: 'DeliveryLatency', Unit: 'Milliseconds' },
        ],
      },
    ]);
    expect(line).toMatchObject({
      service: 'partner-lines',
      DeliveryAttempts: 1,
      SweepRescued: 3,
      DeliveryLatency: 250,
    });
  });

  it('metrics that are counted per function are in a second log line', async () => {
    const lines = await printed(`meter.count('unhandledError'); meter.count('attempts'); meter.flush();`);
    expect(lines.map(({ _aws }) => _aws.CloudWatchMetrics[0]?.Dimensions)).toEqual([
      [['service']],
      [
        ['service', 'function'],
        ['service', 'version'],
      ],
    ]);
    expect(lines[1]).toMatchObject({
      service: 'partner-lines',
      function: 'relay',
      version: 'relay:7',
      UnhandledError: 1,
    });
  });

  it('each log line with counts of faults has the function and its version', async () => {
    const lines = await printed(`for (let n = 0; n < 250; n += 1) meter.count('unhandledError'); meter.flush();`);
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines)
      expect(line).toMatchObject({ service: 'partner-lines', function: 'relay', version: 'relay:7' });
  });

  it('each measured value of an invocation is written', async () => {
    const [line] = await printed(`for (const ms of [5, 900, 20]) meter.measure('wakeUpLateness', ms); meter.flush();`);
    expect(line?.['WakeUpLateness']).toEqual([5, 900, 20]);
  });

  it('values that do not fit into one log line are written in several lines', async () => {
    const lines = await printed(`for (let n = 0; n < 250; n += 1) meter.measure('wakeUpLateness', n); meter.flush();`);
    expect(lines.length).toBeGreaterThan(1);
    const values = lines.flatMap((line) => z.array(z.number()).parse(line['WakeUpLateness']));
    expect(values).toEqual(Array.from({ length: 250 }, (_, n) => n));
  });

  it('no log line of metrics is written if nothing was counted', async () => {
    expect(await printed(`meter.flush(); meter.count('skipped', 0); meter.flush();`)).toEqual([]);
    expect(await printed(`meter.count('skipped'); meter.flush(); meter.flush();`)).toHaveLength(1);
  });
});

it('all metrics have different names', () => {
  const names = Object.values(METRICS).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
