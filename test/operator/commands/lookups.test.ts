import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { aCall, recorded } from '../../support/functions/deliveries.ts';
import { type Asked, fakeCloudwatch, fakeSqs } from '../fake-clients.ts';
import { operatorWorld, outputs } from '../operator-world.ts';

const metricRequest = z.object({
  StartTime: z.number(),
  MetricDataQueries: z.array(
    z.object({
      Id: z.string(),
      MetricStat: z.object({ Metric: z.object({ Namespace: z.string(), MetricName: z.string() }) }),
    }),
  ),
});

/** Returns a CloudWatch that has a value of some metrics, in the second minute of the time that is asked for. */
const cloudwatchWith = (values: Readonly<Record<string, number>>, nameOf: (namespace: string, id: string) => string) =>
  fakeCloudwatch(({ body }: Asked) => {
    const { StartTime, MetricDataQueries } = metricRequest.parse(body);
    const results = MetricDataQueries.map(({ Id, MetricStat: { Metric } }) => {
      const value =
        values[
          nameOf(Metric.Namespace, Metric.MetricName === 'ApproximateAgeOfOldestMessage' ? Id : Metric.MetricName)
        ];
      return { Id, ...(value === undefined ? {} : { Timestamps: [StartTime + 60], Values: [value] }) };
    });
    return { body: { MetricDataResults: results } };
  });

describe('an operator', () => {
  it('sees how many deliveries were settled in each minute, by status, and zero where CloudWatch has no value', async () => {
    const values = { 'PartnerLines/shop WebhookDelivered': 7, 'PartnerLines/shop WebhookExhausted': 2 };
    const world = await operatorWorld({
      parts: {
        stackName: 'a-name-of-its-own',
        outputs: { ...outputs, MetricsNamespace: 'PartnerLines/shop' },
        cloudwatch: cloudwatchWith(values, (namespace, name) => `${namespace} ${name}`),
      },
    });
    const minutes = await world.json('delivery', 'minutes');
    expect(minutes).toHaveLength(60);
    expect(minutes[0]).toMatchObject({ delivered: 0, refused: 0, dead: 0, skipped: 0 });
    expect(minutes[1]).toMatchObject({ delivered: 7, refused: 0, dead: 2, skipped: 0 });
    expect(Date.parse(minutes[1].minute) - Date.parse(minutes[0].minute)).toBe(60_000);
  });

  it('is told to deploy when the stack does not name the namespace of its metrics', async () => {
    const { MetricsNamespace: _, ...ofEarlierVersion } = outputs;
    const world = await operatorWorld({ parts: { outputs: ofEarlierVersion } });
    const { code, err } = await world.run('delivery', 'minutes');
    expect([code, err]).toEqual([1, expect.stringContaining('has no output MetricsNamespace')]);
  });

  it('sees how many messages each queue has, and how old the oldest is if CloudWatch knows', async () => {
    const sqs = fakeSqs(({ body }) => {
      const { QueueUrl } = z.object({ QueueUrl: z.string() }).parse(body);
      const Attributes = {
        ApproximateNumberOfMessages: QueueUrl.endsWith('/slow') ? '4' : '0',
        ApproximateNumberOfMessagesNotVisible: '1',
        ApproximateNumberOfMessagesDelayed: '2',
      };
      return { body: { Attributes } };
    });
    const world = await operatorWorld({
      parts: { sqs, cloudwatch: cloudwatchWith({ slow: 33, intake_dead_letters: 40 }, (_, id) => id) },
    });
    const others = { waiting: 0, inFlight: 1, delayed: 2, oldestSeconds: null };
    expect(await world.json('queue', 'list')).toEqual([
      { queue: 'main', ...others },
      { queue: 'slow', ...others, waiting: 4, oldestSeconds: 33 },
      { queue: 'hung', ...others },
      { queue: 'intake', ...others },
      { queue: 'dead-letters', ...others },
      { queue: 'relay-failures', ...others },
      { queue: 'intake-dead-letters', ...others, oldestSeconds: 40 },
    ]);
  });

  it('finds out whether an id is that of a partner or of a call, even if the call has the form of a partner', async () => {
    const world = await operatorWorld();
    const { partnerId } = await world.json('partner', 'create', '--name', 'Acme', '--scopes', 'calls');
    for (const callId of ['c-1', 'pt_call']) await recorded(world.table, aCall({ callId, partnerId }));
    const find = (id: string) => world.json('find', '--id', id);
    expect(await find(partnerId)).toEqual({ kind: 'partner', id: partnerId });
    expect(await find(partnerId.toLowerCase())).toEqual({ kind: 'partner', id: partnerId });
    expect(await find('c-1')).toEqual({ kind: 'call', id: 'c-1' });
    expect(await find('pt_call')).toEqual({ kind: 'call', id: 'pt_call' });
    const { code, err } = await world.run('find', '--id', 'tn_nothing');
    expect([code, err]).toEqual([1, 'Nothing has the id tn_nothing. Search for a whole id.\n']);
  });
});
