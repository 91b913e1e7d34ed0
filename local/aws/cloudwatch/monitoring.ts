import type { SQSClient } from '@aws-sdk/client-sqs';
import type { Credentials } from '../../../tooling/local-service.ts';
import type { AlarmDefinition, MetricId } from '../cloudformation/alarm-definition.ts';
import type { ApiModel, QueueModel } from '../cloudformation/stack-model.ts';
import type { FunctionLog } from '../lambda/invoke.ts';
import { alarmClock, alarmStates } from './alarm-states.ts';
import type { AlarmState } from './alarms/alarm.ts';
import { evaluate } from './alarms/evaluate.ts';
import { startCloudwatch } from './api.ts';
import { awsMetrics } from './aws-metrics.ts';
import { metricsInLine } from './emf.ts';
import { gapFillingRecorder } from './gap-filling-recorder.ts';
import { metricHistory } from './metric-history.ts';
import { metricStore, watchedMetrics } from './metric-store.ts';
import { type Gauges, measureQueues } from './queue-gauges.ts';

interface Settings {
  readonly alarms: readonly AlarmDefinition[];
  readonly api: Pick<ApiModel, 'name' | 'stageName'>;
  readonly queues: readonly QueueModel[];
  readonly sqs: SQSClient;
  readonly sqsEndpoint: string;
  readonly credentials: Credentials;
  /** How long an alarm minute lasts in real seconds. */
  readonly minuteSeconds: number;
  /** Called when an alarm would notify somebody on AWS, and when a part of an incident is raised or ends. */
  readonly onAlarm: (alarmState: AlarmState) => void;
  readonly onFault: (fault: unknown) => void;
}

export type Monitoring = Awaited<ReturnType<typeof startMonitoring>>;

/** Keeps metrics, evaluates the alarms every `minuteSeconds` and on request, and serves CloudWatch's API. */
export async function startMonitoring(settings: Settings) {
  const { alarms, api, queues, sqs, sqsEndpoint, credentials, onAlarm, onFault } = settings;
  const clock = alarmClock(settings.minuteSeconds);
  const store = metricStore(watchedMetrics(alarms));
  const history = metricHistory();
  const note = (metric: MetricId, values: readonly number[], realMs: number) => {
    store.add({ metric, atMs: clock.at(realMs), values });
    history.add({ metric, values }, realMs);
  };
  const add = (metric: MetricId, value: number, realMs = Date.now()) => note(metric, [value], realMs);
  const metrics = awsMetrics(add, { apiName: api.name, stageName: api.stageName });

  const noteQueues = gapFillingRecorder(clock.minuteMs, (measured: ReadonlyMap<string, Gauges>, realMs) => {
    for (const [name, gauges] of measured) metrics.queue(name, gauges, realMs);
  });
  const measure = async () => {
    const measured = await measureQueues(queues, { sqs, sqsEndpoint, credentials }).catch(onFault);
    return (realMs: number) => {
      if (measured) noteQueues(measured, realMs);
    };
  };
  const states = alarmStates({
    definitions: alarms,
    evaluate,
    clock,
    nowMs: Date.now,
    measure,
    datapoints: store.datapoints,
    onChange: (alarmState, before) => {
      const isPart = alarmState.alarm.severity === 'part';
      if (isPart && (alarmState.state === 'ALARM' || before === 'ALARM')) onAlarm(alarmState);
    },
    onAction: onAlarm,
  });
  const cloudwatch = await startCloudwatch({ accessKeyId: credentials.accessKeyId, alarms: states, history });

  let looking: Promise<unknown> = Promise.resolve();
  const look = () => {
    looking = states.now().catch(onFault);
  };
  const everyMinute = setInterval(look, clock.minuteMs);
  look();
  return {
    endpoint: cloudwatch.endpoint,
    /** Records some of the metrics that AWS's own services would report. */
    metrics,
    /** Reads the metrics in a log line of a function. */
    functionLog({ line }: FunctionLog) {
      try {
        for (const { metric, values, atMs } of metricsInLine(line)) note(metric, values, atMs);
      } catch (fault) {
        onFault(fault);
      }
    },
    async close() {
      clearInterval(everyMinute);
      await looking;
      await cloudwatch.close();
    },
  };
}
