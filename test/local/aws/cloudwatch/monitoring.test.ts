import { CloudWatchClient, DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch';
import { SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { MetricId } from '../../../../local/aws/cloudformation/alarm-definition.ts';
import { type Monitoring, startMonitoring } from '../../../../local/aws/cloudwatch/monitoring.ts';
import { TEST_ACCESS, testSettings } from '../../../support/access.ts';
import { queueModel } from '../stack-parts.ts';
import { anAlarm, aQuery } from './an-alarm.ts';

const NOBODY = 'http://127.0.0.1:1';
const alarmOn = (name: string, metric: MetricId) => anAlarm({ name, actions: ['topic'], queries: [aQuery(metric)] });
const exhausted = { namespace: 'PartnerLines/dev', name: 'WebhookExhausted', dimensions: { service: 'partner-lines' } };
const faults5xx = { namespace: 'AWS/ApiGateway', name: '5XXError', dimensions: { ApiName: 'api', Stage: 'dev' } };
const dead = { namespace: 'AWS/SQS', name: 'ApproximateNumberOfMessagesVisible', dimensions: { QueueName: 'dead' } };

describe('the alarms of the local service', () => {
  let monitoring: Monitoring;
  let cloudwatch: CloudWatchClient;
  let sqs: SQSClient;
  let changes: string[];
  let faults: string[];
  beforeEach(async () => {
    changes = [];
    faults = [];
    sqs = new SQSClient({ ...testSettings(NOBODY), maxAttempts: 1 });
    monitoring = await startMonitoring({
      alarms: [alarmOn('exhausted', exhausted), alarmOn('api-5xx', faults5xx), alarmOn('dead-letters', dead)],
      api: { name: 'api', stageName: 'dev' },
      queues: [queueModel('dead')],
      sqs,
      sqsEndpoint: NOBODY,
      credentials: TEST_ACCESS,
      minuteSeconds: 60,
      onAlarm: ({ alarm, state }) => void changes.push(`${alarm.name} ${state}`),
      onFault: (fault) => void faults.push(String(fault)),
    });
    cloudwatch = new CloudWatchClient(testSettings(monitoring.endpoint));
  });
  afterEach(async () => {
    cloudwatch.destroy();
    sqs.destroy();
    await monitoring.close();
  });

  const states = async () => {
    const { MetricAlarms = [] } = await cloudwatch.send(new DescribeAlarmsCommand({}));
    return Object.fromEntries(MetricAlarms.map(({ AlarmName, StateValue }) => [AlarmName, StateValue]));
  };
  const print = (line: string) => monitoring.functionLog({ functionName: 'deliver-webhook', line });
  const emf = (value: unknown) =>
    JSON.stringify({
      _aws: {
        Timestamp: Date.now(),
        CloudWatchMetrics: [
          { Namespace: exhausted.namespace, Dimensions: [['service']], Metrics: [{ Name: exhausted.name }] },
        ],
      },
      service: 'partner-lines',
      [exhausted.name]: value,
    });

  it('the local alarms read metrics from function output and API responses', async () => {
    expect(await states()).toEqual({ exhausted: 'OK', 'api-5xx': 'OK', 'dead-letters': 'OK' });
    print('{"message":"nothing of the kind"}');
    print(emf(1));
    monitoring.metrics.request({ status: 503, durationMs: 4 });
    expect(await states()).toMatchObject({ exhausted: 'ALARM', 'api-5xx': 'ALARM' });
    expect(changes).toEqual(['exhausted ALARM', 'api-5xx ALARM']);
  });

  it('the local alarms still change state after a malformed line of metrics', async () => {
    print(emf('many'));
    print(emf(1));
    expect(faults).toContainEqual('Error: A line of embedded metrics is broken: WebhookExhausted has no value');
    expect(await states()).toMatchObject({ exhausted: 'ALARM' });
  });

  it('a failed connection to the queue engine is reported as a fault of the local alarms', async () => {
    await states();
    expect(faults.join()).toContain('ECONNREFUSED');
  });
});
