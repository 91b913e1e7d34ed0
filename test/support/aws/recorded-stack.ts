import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { stackOutputs } from '../../../operator/target.ts';
import { closeServer, listen } from '../../../tooling/machine/loopback.ts';
import { ACCOUNT } from './fake-aws.ts';

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
  const asked = new Set<string>();
  const network = { isDown: false };
  const server = createServer((request, response) => void respond(request, response));
  const endpoint = `http://127.0.0.1:${await listen(server, 0)}`;

  async function respond(request: IncomingMessage, response: ServerResponse) {
    if (network.isDown) return void request.socket.destroy();
    const sent = await text(request);
    const action = actionOf(request, sent);
    asked.add(action);
    if (action === 'cloudformation:DescribeStacks') {
      response.writeHead(200, { 'content-type': 'text/xml' }).end(describedStack(endpoint, TableName));
      return;
    }
    const body = recorded[action]?.(sent, request.url ?? '');
    const headers = { 'content-type': 'application/json' };
    if (body !== undefined) response.writeHead(200, headers).end(JSON.stringify(body));
    else response.writeHead(403, { ...headers, 'x-amzn-errortype': 'AccessDeniedException' }).end(denial(action));
  }

  return { endpoint, region: REGION, asked, network, close: () => closeServer(server) };
}

const denial = (action: string) =>
  JSON.stringify({
    __type: 'AccessDeniedException',
    message: `User: ${OPERATOR} is not authorized to perform: ${action} because no identity-based policy allows the ${action} action`,
  });

/** The names of services in signatures, where they differ from those in policies. */
const PREFIXES: Readonly<Record<string, string>> = { monitoring: 'cloudwatch' };

function actionOf({ method, url = '', headers }: IncomingMessage, sent: string): string {
  const signed = /\/\d{8}\/[^/]+\/([^/]+)\/aws4_request/.exec(headers.authorization ?? '')?.[1] ?? '';
  const target = String(headers['x-amz-target'] ?? '').split('.')[1];
  const isMapping = method === 'GET' && url.startsWith('/2015-03-31/event-source-mappings/');
  const name = isMapping ? 'GetEventSourceMapping' : (target ?? new URLSearchParams(sent).get('Action') ?? url);
  return `${PREFIXES[signed] ?? signed}:${name}`;
}

function describedStack(endpoint: string, TableName: string): string {
  const names = Object.keys(stackOutputs.shape);
  const queue = (name: string) => `${endpoint}/${ACCOUNT}/partner-lines-prod-${name}`;
  const outputs = {
    ...Object.fromEntries(names.map((name) => [name, `recorded-${name}`])),
    ...{ TableName, KeepsData: 'true', LogGroupPrefix: '/partner-lines/prod/', LogRetentionDays: '30' },
    ...Object.fromEntries(names.filter((name) => name.endsWith('QueueUrl')).map((name) => [name, queue(name)])),
    MetricsNamespace: 'PartnerLines/prod',
  };
  const members = Object.entries(outputs).map(
    ([name, value]) =>
      `<member><OutputKey>${name}</OutputKey><OutputValue>${value}</OutputValue><ExportName>${name}</ExportName></member>`,
  );
  const stack = `<StackName>${STACK}</StackName><StackId>arn:aws:cloudformation:${REGION}:${ACCOUNT}:stack/${STACK}/0a1b</StackId><CreationTime>2026-01-02T03:04:05.678Z</CreationTime><StackStatus>UPDATE_COMPLETE</StackStatus><Outputs>${members.join('')}</Outputs>`;
  return `<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult><Stacks><member>${stack}</member></Stacks></DescribeStacksResult><ResponseMetadata><RequestId>r-1</RequestId></ResponseMetadata></DescribeStacksResponse>`;
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
