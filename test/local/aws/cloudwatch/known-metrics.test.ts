import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  ChangeMessageVisibilityCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FUNCTION_NAMES } from '../../../../lib/rights.ts';
import type { MetricId } from '../../../../local/aws/cloudformation/alarm-definition.ts';
import { provisionTablesAndQueues } from '../../../../local/aws/cloudformation/provision.ts';
import type { StackModel } from '../../../../local/aws/cloudformation/stack-model.ts';
import { readStacks } from '../../../../local/aws/cloudformation/template.ts';
import { metricKey } from '../../../../local/aws/cloudwatch/alarms/time-series.ts';
import { awsMetrics } from '../../../../local/aws/cloudwatch/aws-metrics.ts';
import { watchedMetrics } from '../../../../local/aws/cloudwatch/metric-store.ts';
import { type Gauges, measureQueues } from '../../../../local/aws/cloudwatch/queue-gauges.ts';
import { METRICS, METRICS_SERVICE, metricsNamespace } from '../../../../shared/names/metrics.ts';
import { assemblyOf } from '../../../lib/synthesized.ts';
import { TEST_ACCESS, testSettings } from '../../../support/access.ts';
import { type Engine, startFauxqs } from '../../../support/table/engine.ts';
import { until } from '../../../support/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'known-metrics-'));
let engine: Engine;
let sqs: SQSClient;
let model: StackModel;

beforeAll(async () => {
  engine = await startFauxqs(folder);
  sqs = new SQSClient(testSettings(engine.endpoint));
  model = readStacks(assemblyOf('local service'), engine.endpoint);
  const dynamodb = new DynamoDBClient(testSettings('http://127.0.0.1:1'));
  await provisionTablesAndQueues({ tables: [], queues: model.queues }, { dynamodb, sqs });
});
afterAll(async () => {
  sqs.destroy();
  await engine.stop();
  rmSync(folder, { recursive: true });
});

const measure = () => measureQueues(model.queues, { sqs, sqsEndpoint: engine.endpoint, credentials: TEST_ACCESS });
const queueNamed = (part: string) => {
  const queue = model.queues.find(({ name }) => name.includes(part));
  if (!queue) throw new Error(`No queue ${part}`);
  return queue;
};

async function countable(): Promise<MetricId[]> {
  const counted: MetricId[] = [];
  const metrics = awsMetrics((metric) => void counted.push(metric), {
    apiName: model.api.name,
    stageName: model.api.stageName,
  });
  metrics.request({ status: 200, durationMs: 1 });
  for (const { name: functionName } of model.functions) {
    metrics.invocation({ functionName, failed: false, durationMs: 1 });
    metrics.iteratorAge(functionName, 1);
  }
  for (const [name, gauges] of await measure()) {
    metrics.queue(name, gauges, 0);
    metrics.messagesReceived(name, 1);
    metrics.messagesDeleted(name, 1);
  }
  return counted;
}

const written: MetricId[] = Object.values(METRICS).flatMap((metric) => {
  const ofService = { namespace: metricsNamespace('dev'), name: metric.name };
  if (!('byFunction' in metric)) return [{ ...ofService, dimensions: { service: METRICS_SERVICE } }];
  return FUNCTION_NAMES.map((name) => ({ ...ofService, dimensions: { service: METRICS_SERVICE, function: name } }));
});

/** The metrics that alarms use and the local service does not have, by namespace. */
const UNKNOWN_HERE: Readonly<Record<string, RegExp>> = {
  'AWS/Lambda': /^(ConcurrentExecutions|ClaimedAccountConcurrency)$/,
  'AWS/SQS': /^NumberOfMessagesSent$/,
  'AWS/DynamoDB': /./,
  [metricsNamespace('dev')]: /^Requests(Throttled|Blocked)$/,
};
const isUnknownHere = ({ namespace, name }: MetricId) => UNKNOWN_HERE[namespace]?.test(name) ?? false;

describe("the metrics that the stack's alarms use", () => {
  it('every metric that an alarm uses exists in the local service or is listed as missing', async () => {
    const known = new Set([...(await countable()), ...written].map(metricKey));
    const watched = watchedMetrics(model.alarms).map(({ metric }) => metric);
    expect(watched.length).toBeGreaterThan(50);
    expect(watched.filter((metric) => !isUnknownHere(metric) && !known.has(metricKey(metric)))).toEqual([]);
    expect(watched.filter((metric) => isUnknownHere(metric) && known.has(metricKey(metric)))).toEqual([]);
  });

  it('the local service measures the visible, delayed and in-flight messages of a queue', async () => {
    const { name, url } = queueNamed('Main');
    const gauges = async () => (await measure()).get(name) ?? {};
    const send = (DelaySeconds: number) =>
      sqs.send(new SendMessageCommand({ QueueUrl: url, MessageBody: '{}', DelaySeconds }));
    expect(await gauges()).toEqual({
      ApproximateNumberOfMessagesVisible: 0,
      ApproximateNumberOfMessagesNotVisible: 0,
      ApproximateNumberOfMessagesDelayed: 0,
      ApproximateAgeOfOldestMessage: 0,
    });
    await Promise.all([send(0), send(0), send(60)]);
    const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl: url, VisibilityTimeout: 600 }));
    const found = await gauges();
    expect(found).toMatchObject({
      ApproximateNumberOfMessagesVisible: 1,
      ApproximateNumberOfMessagesNotVisible: 1,
      ApproximateNumberOfMessagesDelayed: 1,
    });
    expect(found['ApproximateAgeOfOldestMessage']).toBeGreaterThan(0);
    const ReceiptHandle = Messages[0]?.ReceiptHandle;
    await sqs.send(new ChangeMessageVisibilityCommand({ QueueUrl: url, ReceiptHandle, VisibilityTimeout: 1 }));
    // When its visibility timeout is over, the received message counts as visible without another receipt.
    const waiting = ({ ApproximateNumberOfMessagesVisible: visible }: Gauges) => visible === 2;
    await until(async () => waiting(await gauges()));
  });
});
