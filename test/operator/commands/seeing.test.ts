import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { QUEUE_NAMES } from '../../../operator/console/protocol/queues.ts';
import { lineWorld } from '../../support/functions/line-world.ts';
import { testTable } from '../../support/table/table.ts';
import { type Asked, fakeCloudwatch, fakeSqs } from '../fake-clients.ts';
import { operatorWorld, outputs } from '../operator-world.ts';

const query = z.object({
  Id: z.string(),
  MetricStat: z.object({ Metric: z.object({ Namespace: z.string(), MetricName: z.string() }), Stat: z.string() }),
});
const getMetricData = z.object({ EndTime: z.number(), StartTime: z.number(), MetricDataQueries: z.array(query) });

/** Returns CloudWatch with one value for each asked metric, in the current minute. */
const cloudwatchWith = (values: Readonly<Record<string, number>>) => {
  const asked: z.infer<typeof getMetricData>[] = [];
  const client = fakeCloudwatch(({ body }: Asked) => {
    const data = getMetricData.parse(body);
    asked.push(data);
    const results = data.MetricDataQueries.map(({ Id, MetricStat }) => {
      const value = values[`${MetricStat.Metric.MetricName} ${Id}`] ?? values[MetricStat.Metric.MetricName];
      return value === undefined
        ? { Id, Timestamps: [], Values: [] }
        : { Id, Timestamps: [data.EndTime - 60], Values: [value] };
    });
    return { body: { MetricDataResults: results } };
  });
  return { asked, client };
};

describe('operator commands that show the state of a service', () => {
  it('the command `delivery minutes` shows how many deliveries were settled in each minute of the last hour', async () => {
    const { asked, client } = cloudwatchWith({ WebhookDelivered: 12, WebhookExhausted: 2 });
    const ofTheStack = { ...outputs, MetricsNamespace: 'PartnerLines/shop' };
    const { json } = await operatorWorld({ parts: { outputs: ofTheStack, cloudwatch: client } });
    const minutes = await json('delivery', 'minutes');
    expect(minutes).toHaveLength(60);
    const none = { delivered: 0, refused: 0, dead: 0, skipped: 0 };
    expect(minutes.at(-1)).toMatchObject({ ...none, delivered: 12, dead: 2 });
    expect(minutes.at(-2)).toMatchObject(none);
    const metrics = asked.flatMap(({ MetricDataQueries }) => MetricDataQueries.map(({ MetricStat }) => MetricStat));
    expect(metrics).toHaveLength(4);
    expect(metrics[0]).toMatchObject({ Metric: { Namespace: 'PartnerLines/shop' }, Stat: 'Sum' });
  });

  it('the command `queue list` shows the number of messages in each queue', async () => {
    const { client } = cloudwatchWith({
      'ApproximateAgeOfOldestMessage slow': 31,
      'ApproximateAgeOfOldestMessage intake_dead_letters': 40,
    });
    const sqs = fakeSqs(({ body }) => {
      const isSlow = JSON.stringify(body).includes('/slow');
      const counts = isSlow ? ['5', '2', '7'] : ['0', '0', '0'];
      const names = ['', 'NotVisible', 'Delayed'].map((name) => `ApproximateNumberOfMessages${name}`);
      return { body: { Attributes: Object.fromEntries(names.map((name, at) => [name, counts[at]])) } };
    });
    const { json } = await operatorWorld({ parts: { cloudwatch: client, sqs } });
    const queues = await json('queue', 'list');
    expect(queues.map(({ queue }: { queue: string }) => queue)).toEqual(QUEUE_NAMES);
    expect(queues[1]).toEqual({ queue: 'slow', waiting: 5, inFlight: 2, delayed: 7, oldestSeconds: 31 });
    expect(queues[0]).toEqual({ queue: 'main', waiting: 0, inFlight: 0, delayed: 0, oldestSeconds: null });
    expect(queues.at(-1)).toMatchObject({ oldestSeconds: 40 });
  });

  it('the command `queue ages` shows the age of the oldest wake-up in each lane for each minute', async () => {
    const { client } = cloudwatchWith({
      'ApproximateAgeOfOldestMessage main': 0,
      'ApproximateAgeOfOldestMessage hung': 31,
    });
    const { json } = await operatorWorld({ parts: { cloudwatch: client } });
    const minutes = await json('queue', 'ages');
    expect(minutes).toHaveLength(60);
    expect(minutes.at(-1)).toMatchObject({ main: 0, slow: null, hung: 31 });
    expect(minutes.at(-2)).toMatchObject({ main: null, slow: null, hung: null });
  });

  it('the command `slo` shows the remaining budget of each objective', async () => {
    const { asked, client } = cloudwatchWith({
      Count: 100_000,
      '5XXError': 64,
      Expected5xx: 4,
      TimedFirstAttempts: 2_000,
      LateFirstAttempts: 15,
    });
    const { json } = await operatorWorld({ parts: { cloudwatch: client } });
    expect(await json('slo')).toMatchObject([
      {
        objective: 'availability',
        targetPercent: 99.9,
        all: 100_000,
        bad: 60,
        goodPercent: 99.94,
        budgetLeftPercent: 40,
      },
      { objective: 'freshness', targetPercent: 99.5, all: 2_000, bad: 15, goodPercent: 99.25, budgetLeftPercent: -50 },
      { objective: 'delivery', targetPercent: 99.99, all: 0, bad: 0, goodPercent: null, budgetLeftPercent: 100 },
    ]);
    const [{ StartTime = 0, EndTime = 0, MetricDataQueries = [] } = {}] = asked;
    expect(EndTime - StartTime).toBe(30 * 86_400);
    expect(MetricDataQueries.map(({ MetricStat }) => MetricStat.Metric.Namespace)).toContain('AWS/ApiGateway');
  });

  it.each([
    [['slo'], 'ApiName'],
    [['delivery', 'minutes'], 'MetricsNamespace'],
  ] as const)(
    'the error of the command %j contains the name of the missing stack output %s',
    async (command, missing) => {
      const { [missing]: _, ...ofEarlierVersion } = outputs;
      const { run } = await operatorWorld({ parts: { outputs: ofEarlierVersion } });
      const { code, err } = await run(...command);
      expect([code, err]).toEqual([1, expect.stringContaining(`has no output ${missing}`)]);
    },
  );

  it('an operator can list the active lines of a partner in pages', async () => {
    const table = await testTable();
    const lines = await lineWorld(table);
    const all = [];
    for (const externalId of ['a', 'b', 'c']) all.push(await lines.line({ externalId }));
    const { run, json } = await operatorWorld({ table });
    const { out, err } = await run('--json', 'line', 'list', '--partner', lines.partnerId, '--limit', '2');
    const cursor = /--cursor '([^']+)'/.exec(err)?.[1] ?? '';
    const rest = await json('line', 'list', '--partner', lines.partnerId, '--cursor', cursor);
    const ids = [...JSON.parse(out), ...rest].map(({ tenantId }: { tenantId: string }) => tenantId);
    expect(ids).toEqual(all.toSorted());
  });

  it('an operator can list the partners in pages', async () => {
    const world = await operatorWorld();
    const ids: string[] = [];
    for (const name of ['One', 'Two', 'Three']) {
      const { partnerId } = await world.json('partner', 'create', '--name', name, '--scopes', 'calls');
      ids.push(partnerId);
    }
    const { out, err } = await world.run('--json', 'partner', 'list', '--limit', '2');
    const cursor = /--cursor (\S+)/.exec(err)?.[1] ?? '';
    const rest = await world.json('partner', 'list', '--cursor', cursor);
    expect([...JSON.parse(out), ...rest].map(({ partnerId }: { partnerId: string }) => partnerId)).toEqual(
      ids.toSorted(),
    );
    expect(rest[0]).toHaveProperty('health', 'idle');
  });
});
