import { stackOutputs } from '../../../operator/target.ts';
import {
  ACCOUNT,
  type FakeAws,
  type FakeResponse,
  json,
  members,
  stackIdOf,
  stackMember,
  stacksOf,
  startFakeAws,
} from './fake-aws.ts';

export const STACK = 'partner-lines-prod-service';
const REGION = 'eu-west-1';
const OPERATOR = `arn:aws:sts::${ACCOUNT}:assumed-role/Operator/ann`;

/** The bodies of responses by `service:Action`, in the form in which AWS sends them. */
export type Recorded = Readonly<Record<string, (sent: string, url: string) => unknown>>;

/**
 * Starts an account on loopback that returns recorded responses of AWS to real clients of the SDK. The table is that of
 * a local engine. An action without a recorded response is denied, in AWS's own words.
 */
export async function startRecordedStack(recorded: Recorded, TableName: string) {
  const played = Object.entries(recorded).map(
    ([action, bodyOf]) => [action, (_: URLSearchParams, sent: string, url: string) => json(bodyOf(sent, url))] as const,
  );
  const describeStacks = () => stacksOf(describedStack(fake.endpoint, TableName));
  const responses = { ...Object.fromEntries(played), 'cloudformation:DescribeStacks': describeStacks };
  const fake: FakeAws = await startFakeAws(responses, denial);
  return { ...fake, region: REGION, actions: () => new Set(fake.asked.map((asked) => asked.split(' in ')[0] ?? '')) };
}

const denial = (action: string): FakeResponse => ({
  status: 403,
  headers: { 'content-type': 'application/json', 'x-amzn-errortype': 'AccessDeniedException' },
  body: JSON.stringify({
    __type: 'AccessDeniedException',
    message: `User: ${OPERATOR} is not authorized to perform: ${action} because no identity-based policy allows the ${action} action`,
  }),
});

function describedStack(endpoint: string, TableName: string): string {
  const names = Object.keys(stackOutputs.shape);
  const queue = (name: string) => `${endpoint}/${ACCOUNT}/partner-lines-prod-${name}`;
  const outputs = {
    ...Object.fromEntries(names.map((name) => [name, `recorded-${name}`])),
    ...{ TableName, KeepsData: 'true', LogGroupPrefix: '/partner-lines/prod/', LogRetentionDays: '30' },
    ...Object.fromEntries(names.filter((name) => name.endsWith('QueueUrl')).map((name) => [name, queue(name)])),
    MetricsNamespace: 'PartnerLines/prod',
  };
  return stackMember(stackIdOf(STACK), 'UPDATE_COMPLETE', `<Outputs>${members(outputs)}</Outputs>`);
}

const RAISED_SECONDS = 600;

/** The responses of an account in which a message has failed and the mapping of the slow lane is disabled. */
export const TROUBLED: Recorded = {
  'cloudwatch:DescribeAlarms': () => ({
    MetricAlarms: [
      {
        AlarmName: 'partner-lines-prod-dead-letters',
        AlarmArn: `arn:aws:cloudwatch:${REGION}:${ACCOUNT}:alarm:partner-lines-prod-dead-letters`,
        AlarmDescription:
          'TICKET: Events of some calls arrive late. Runbook: docs/runbook.md#wake-ups-are-in-the-dead-letter-queue',
        AlarmConfigurationUpdatedTimestamp: 1_767_322_000.123,
        ActionsEnabled: true,
        OKActions: [],
        AlarmActions: [`arn:aws:sns:${REGION}:${ACCOUNT}:on-call`],
        InsufficientDataActions: [],
        StateValue: 'ALARM',
        StateReason: 'Threshold Crossed: 1 datapoint [1.0] was greater than the threshold (0.0).',
        StateUpdatedTimestamp: Date.now() / 1_000 - RAISED_SECONDS,
        StateTransitionedTimestamp: Date.now() / 1_000 - RAISED_SECONDS,
        MetricName: 'ApproximateNumberOfMessagesVisible',
        Namespace: 'AWS/SQS',
        Statistic: 'Maximum',
        Period: 60,
        EvaluationPeriods: 1,
        Threshold: 0,
        ComparisonOperator: 'GreaterThanThreshold',
        TreatMissingData: 'notBreaching',
      },
    ],
    CompositeAlarms: [],
  }),
  'cloudwatch:GetMetricData': (sent) => {
    const ids = [...sent.matchAll(/"Id":"(\w+)"/g)].map(([, id]) => id);
    const minuteSeconds = Math.floor(Date.now() / 60_000) * 60 - 120;
    return {
      MetricDataResults: ids.map((Id) => ({
        ...{ Id, Label: Id, Timestamps: [minuteSeconds], Values: [3], StatusCode: 'Complete', Messages: [] },
      })),
      Messages: [],
    };
  },
  'sqs:GetQueueAttributes': (sent) => ({
    Attributes: {
      ApproximateNumberOfMessages: sent.includes('prod-DeadLetterQueueUrl"') ? '1' : '0',
      ApproximateNumberOfMessagesNotVisible: '0',
      ApproximateNumberOfMessagesDelayed: '0',
    },
  }),
  'lambda:GetEventSourceMapping': (_, url) => ({
    UUID: url.split('/').at(-1),
    BatchSize: 10,
    EventSourceArn: `arn:aws:sqs:${REGION}:${ACCOUNT}:partner-lines-prod-slow`,
    FunctionArn: `arn:aws:lambda:${REGION}:${ACCOUNT}:function:partner-lines-prod-deliver-webhook:live`,
    LastModified: 1_767_322_000.123,
    State: url.endsWith('recorded-DeliverSlowMappingId') ? 'Disabled' : 'Enabled',
    StateTransitionReason: 'USER_INITIATED',
    FunctionResponseTypes: ['ReportBatchItemFailures'],
  }),
};
