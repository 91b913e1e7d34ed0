import * as z from 'zod';
import { ACCOUNT, REGION } from '../../../tooling/local-service.ts';
import type { CompositeAlarm } from '../cloudformation/alarm-definition.ts';
import { AwsFault, type LoopbackService, type Operations, startJsonService } from '../http/json-service.ts';
import type { AlarmStateSince, AlarmStates } from './alarm-states.ts';
import { metricDataFrom } from './metric-data.ts';
import type { MetricHistory } from './metric-history.ts';

const describeAlarms = z.object({
  AlarmNames: z.array(z.string()).optional(),
  AlarmNamePrefix: z.string().optional(),
  AlarmTypes: z.array(z.enum(['MetricAlarm', 'CompositeAlarm'])).default(['MetricAlarm']),
  StateValue: z.enum(['OK', 'ALARM', 'INSUFFICIENT_DATA']).optional(),
  MaxRecords: z.int().min(1).max(100).default(100),
  NextToken: z.string().optional(),
});
type DescribeAlarms = z.output<typeof describeAlarms>;

interface Settings {
  readonly accessKeyId: string;
  readonly alarms: AlarmStates;
  readonly history: Pick<MetricHistory, 'between'>;
}

/** Stands in for CloudWatch on loopback. Serves the operations that our tools use, in the protocol of the SDK. */
export const startCloudwatch = ({ accessKeyId, alarms, history }: Settings): Promise<LoopbackService> =>
  startJsonService({
    accessKeyId,
    targetPrefix: 'GraniteServiceVersion20100801',
    operations: operationsOn(alarms, history),
  });

const operationsOn = (alarms: AlarmStates, history: Settings['history']): Operations => ({
  GetMetricData: metricDataFrom(history),
  DescribeAlarms: async (body) => {
    const asked = describeAlarms.parse(body);
    const states = await alarms.now();
    return pageOfAlarms(
      states.filter((alarmState) => matchesRequest(alarmState, asked)),
      asked,
    );
  },
});

function matchesRequest({ alarm, state }: AlarmStateSince, asked: DescribeAlarms): boolean {
  const { AlarmNames = [], AlarmNamePrefix = '', AlarmTypes, StateValue = state } = asked;
  return (
    AlarmTypes.includes(typeOf(alarm)) &&
    (AlarmNames.length === 0 || AlarmNames.includes(alarm.name)) &&
    alarm.name.startsWith(AlarmNamePrefix) &&
    state === StateValue
  );
}

const typeOf = ({ kind }: AlarmStateSince['alarm']) => (kind === 'composite' ? 'CompositeAlarm' : 'MetricAlarm');

/** Returns one page of alarms. `NextToken` is the index at which the next page begins. */
function pageOfAlarms(found: readonly AlarmStateSince[], { NextToken = '0', MaxRecords }: DescribeAlarms) {
  if (!/^\d+$/.test(NextToken)) throw new AwsFault('InvalidNextToken', 'NextToken is invalid');
  const start = Number(NextToken);
  const next = start + MaxRecords;
  const described = found.slice(start, next);
  const ofType = (type: ReturnType<typeof typeOf>) => described.filter(({ alarm }) => typeOf(alarm) === type);
  return {
    MetricAlarms: ofType('MetricAlarm').map(metricAlarm),
    CompositeAlarms: ofType('CompositeAlarm').map(common),
    ...(next < found.length ? { NextToken: String(next) } : {}),
  };
}

/** Times are in Unix seconds, as the protocol requires. The emulator lists an alarm's topics, but notifies nobody. */
const common = ({ alarm, state, reason, sinceMs, suppressedBy }: AlarmStateSince) => ({
  AlarmName: alarm.name,
  AlarmArn: `arn:aws:cloudwatch:${REGION}:${ACCOUNT}:alarm:${alarm.name}`,
  AlarmDescription: alarm.description,
  ActionsEnabled: true,
  AlarmActions: alarm.actions,
  OKActions: [],
  InsufficientDataActions: [],
  StateValue: state,
  StateReason: reason,
  StateUpdatedTimestamp: sinceMs / 1000,
  StateTransitionedTimestamp: sinceMs / 1000,
  ...(alarm.kind === 'composite' ? { AlarmRule: alarm.rule, ...suppressorOf(alarm) } : {}),
  ...(suppressedBy && { ActionsSuppressedBy: suppressedBy }),
});

const suppressorOf = ({ suppressor }: CompositeAlarm) =>
  suppressor && {
    ActionsSuppressor: suppressor.name,
    ActionsSuppressorWaitPeriod: suppressor.waitMs / 1000,
    ActionsSuppressorExtensionPeriod: suppressor.extensionMs / 1000,
  };

const metricAlarm = (alarmState: AlarmStateSince) => ({
  ...common(alarmState),
  ...(alarmState.alarm.kind === 'metric'
    ? {
        EvaluationPeriods: alarmState.alarm.evaluationPeriods,
        DatapointsToAlarm: alarmState.alarm.datapointsToAlarm,
        Threshold: alarmState.alarm.threshold,
        ComparisonOperator: alarmState.alarm.comparison,
        TreatMissingData: alarmState.alarm.treatMissingData,
      }
    : {}),
});
