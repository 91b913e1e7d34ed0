import { describe, expect, it } from '@jest/globals';
import { readLastMinutes } from '../../../operator/metrics/metric-data.ts';
import { fakeCloudwatch } from '../fake-clients.ts';

const NOON_MS = Date.parse('2026-11-22T12:00:00Z');
const WANTED = { delivered: { namespace: 'N', name: 'Delivered', dimensions: {}, statistic: 'Sum' } } as const;

/** CloudWatch, whose response says this about the metric. */
const cloudwatchThatSays = (result: object) =>
  fakeCloudwatch(() => ({ body: { MetricDataResults: [{ Id: 'delivered', ...result }] } }));

describe('metric values of the last minutes', () => {
  it('the value of a metric in a minute is found by the start of that minute', async () => {
    const cloudwatch = cloudwatchThatSays({ StatusCode: 'Complete', Timestamps: [NOON_MS / 1_000], Values: [3] });
    const { startsMs, valuesOf } = await readLastMinutes({ cloudwatch }, WANTED, 2, NOON_MS);
    expect(startsMs).toEqual([NOON_MS - 60_000, NOON_MS]);
    expect([...valuesOf('delivered')]).toEqual([[NOON_MS, 3]]);
  });

  it.each(['InternalError', 'Forbidden'])(
    'the values of a metric cannot be read if CloudWatch reports %s',
    async (StatusCode) => {
      const cloudwatch = cloudwatchThatSays({ StatusCode });
      await expect(readLastMinutes({ cloudwatch }, WANTED, 2, NOON_MS)).rejects.toThrow(
        `CloudWatch did not return the metric delivered (${StatusCode}).`,
      );
    },
  );
});
