import { CloudWatchClient, GetMetricDataCommand, type MetricDataQuery } from '@aws-sdk/client-cloudwatch';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startCloudwatch } from '../../../../local/aws/cloudwatch/api.ts';
import { metricHistory } from '../../../../local/aws/cloudwatch/metric-history.ts';
import type { LoopbackService } from '../../../../local/aws/http/json-service.ts';
import { COUNTED_MINUTES } from '../../../../operator/console/protocol/overview-reads.ts';
import { BUDGET_DAYS } from '../../../../shared/domain/burn-rates.ts';
import { TEST_ACCESS, testSettings } from '../../../support/access.ts';

const MINUTE_MS = 60_000;
const START_MS = Date.parse('2026-11-22T10:00:00Z');
const minute = (nth: number) => START_MS + nth * MINUTE_MS;
const delivered = {
  namespace: 'PartnerLines/dev',
  name: 'WebhookDelivered',
  dimensions: { service: 'partner-lines', stage: 'dev' },
};

describe('GetMetricData of the CloudWatch emulator', () => {
  const history = metricHistory();
  let service: LoopbackService;
  let cloudwatch: CloudWatchClient;
  beforeAll(async () => {
    service = await startCloudwatch({ accessKeyId: TEST_ACCESS.accessKeyId, alarms: { now: async () => [] }, history });
    cloudwatch = new CloudWatchClient({ ...testSettings(service.endpoint), maxAttempts: 1 });
    history.add({ metric: delivered, values: [2, 3] }, minute(1) + 1_000);
    history.add({ metric: delivered, values: [1] }, minute(1) + 59_999);
    history.add({ metric: delivered, values: [7] }, minute(0));
    history.add({ metric: { ...delivered, dimensions: { service: 'other' } }, values: [99] }, minute(1));
  });
  afterAll(async () => {
    cloudwatch.destroy();
    await service.close();
  });

  interface Asked {
    readonly Stat: string;
    readonly Period: 60 | 3600;
  }
  const query = ({ Stat, Period }: Asked): MetricDataQuery => ({
    Id: Stat.toLowerCase(),
    MetricStat: {
      Metric: {
        Namespace: delivered.namespace,
        MetricName: delivered.name,
        Dimensions: [
          { Name: 'stage', Value: 'dev' },
          { Name: 'service', Value: 'partner-lines' },
        ],
      },
      Period,
      Stat,
    },
  });
  async function results(from: number, before: number, ...statistics: (string | Asked)[]) {
    const { MetricDataResults = [] } = await cloudwatch.send(
      new GetMetricDataCommand({
        StartTime: new Date(minute(from)),
        EndTime: new Date(minute(before)),
        ScanBy: 'TimestampAscending',
        MetricDataQueries: statistics.map((asked) =>
          query(typeof asked === 'string' ? { Stat: asked, Period: 60 } : asked),
        ),
      }),
    );
    return MetricDataResults.map(({ Id, Timestamps, Values }) => [Id, Timestamps?.map(Number), Values]);
  }

  it('GetMetricData returns the sum of each minute with the oldest first', async () => {
    expect(await results(0, 2, 'Sum')).toEqual([['sum', [minute(0), minute(1)], [7, 6]]]);
  });

  it('GetMetricData returns only the minutes that begin in the requested period', async () => {
    expect(await results(1, 2, 'Sum')).toEqual([['sum', [minute(1)], [6]]]);
    expect(await results(0, 1, 'Sum')).toEqual([['sum', [minute(0)], [7]]]);
  });

  it('GetMetricData computes SampleCount, Average, Minimum and Maximum', async () => {
    expect(await results(1, 2, 'SampleCount', 'Average', 'Minimum', 'Maximum')).toEqual(
      [
        ['samplecount', 3],
        ['average', 2],
        ['minimum', 1],
        ['maximum', 3],
      ].map(([id, value]) => [id, [minute(1)], [value]]),
    );
    await expect(results(1, 2, 'p99')).rejects.toThrow('The emulator does not know the statistic p99');
  });

  it('GetMetricData returns the sum of each hour if the period is an hour', async () => {
    expect(await results(0, 60, 'Sum')).toEqual([['sum', [minute(0), minute(1)], [7, 6]]]);
    expect(await results(0, 60, { Stat: 'Sum', Period: 3600 })).toEqual([['sum', [minute(0)], [13]]]);
  });

  it('the CloudWatch emulator keeps values per minute for the charts, and values per hour for the budget', () => {
    const short = metricHistory();
    const hours = 24 * 40;
    for (let nth = 0; nth < hours; nth += 1) short.add({ metric: delivered, values: [nth] }, minute(nth * 60));
    for (let nth = 0; nth < 100; nth += 1) short.add({ metric: delivered, values: [nth] }, minute(hours * 60 + nth));
    const all = { fromMs: minute(0), beforeMs: minute(hours * 61) };
    const first = (periodMs: number) => short.between(delivered, { ...all, periodMs })[0]?.[1].sum;
    expect(first(MINUTE_MS)).toBe(100 - (COUNTED_MINUTES.count + 5));
    expect(first(60 * MINUTE_MS)).toBe(hours + 1 - 24 * BUDGET_DAYS);
  });
});
