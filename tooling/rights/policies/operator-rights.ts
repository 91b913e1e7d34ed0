import { logGroupPrefix, stackNameOf } from '../../../shared/names/stage-names.ts';
import { markdownTable } from '../../command-line/tables.ts';

/** What an operator's right applies to, in the words of the table in docs/rights.md. */
export type Subject = keyof typeof RESOURCES;

/** The outputs of the service stack, and its account and region. */
export interface Deployed {
  readonly stage: string;
  readonly partition: string;
  readonly region: string;
  readonly account: string;
  readonly output: (name: string) => string;
}

type Resources = (deployed: Deployed) => readonly string[];

const table = ({ partition, region, account, output }: Deployed) =>
  `arn:${partition}:dynamodb:${region}:${account}:table/${output('TableName')}`;
/** Returns the ARN of a function's alias `live`, from the output of the function. */
const alias =
  (output: string): Resources =>
  (deployed) => [
    `arn:${deployed.partition}:lambda:${deployed.region}:${deployed.account}:function:${deployed.output(output)}`,
  ];
const queues =
  (...outputs: readonly string[]): Resources =>
  ({ partition, region, account, output }) =>
    outputs.map((name) => `arn:${partition}:sqs:${region}:${account}:${output(name).split('/').at(-1)}`);

const LANE_QUEUES = ['DeliveryQueueUrl', 'SlowQueueUrl', 'HungQueueUrl'] as const;
const FAILED_QUEUES = ['DeadLetterQueueUrl', 'RelayFailureQueueUrl', 'IntakeDeadLetterQueueUrl'] as const;

const RESOURCES = {
  'the service stack': ({ partition, region, account, stage }) => [
    `arn:${partition}:cloudformation:${region}:${account}:stack/${stackNameOf(stage, 'service')}/*`,
  ],
  'the table': (deployed) => [table(deployed)],
  'the table and its indexes': (deployed) => [table(deployed), `${table(deployed)}/index/*`],
  "the table's stream": (deployed) => [`${table(deployed)}/stream/*`],
  'a restored table': ({ partition, region, account }) => [
    `arn:${partition}:dynamodb:${region}:${account}:table/partner-lines-*`,
  ],
  'the key of the signing secrets': ({ output }) => [output('KeyArn')],
  'the log groups of the stage': ({ partition, region, account, stage }) => [
    `arn:${partition}:logs:${region}:${account}:log-group:${logGroupPrefix(stage)}/*`,
  ],
  'the main queue': queues('DeliveryQueueUrl'),
  'the queues of the lanes': queues(...LANE_QUEUES),
  'the queues of failed messages': queues(...FAILED_QUEUES),
  'the intake queue': queues('IntakeQueueUrl'),
  'all queues': queues(...LANE_QUEUES, ...FAILED_QUEUES, 'IntakeQueueUrl'),
  'the alias `live` of `record-call`': alias('RecordCallFunctionName'),
  'the alias `live` of `line-for-call`': alias('LineForCallFunctionName'),
  'the alias `live` of `sweep`': alias('SweepFunctionName'),
  'the functions for calls and deliveries': (deployed) =>
    ['LineForCall', 'RecordCall', 'Intake', 'Relay', 'Deliver', 'Sweep'].flatMap((name) =>
      alias(`${name}FunctionName`)(deployed),
    ),
  'the topics of alarms': ({ partition, region, account, stage }) => [
    `arn:${partition}:sns:${region}:${account}:${stackNameOf(stage, 'service')}-*`,
  ],
  'all mappings': ({ partition, region, account }) => [
    `arn:${partition}:lambda:${region}:${account}:event-source-mapping:*`,
  ],
  '`*`': () => ['*'],
} as const satisfies Record<string, Resources>;

export const resourcesOf = (subject: Subject, deployed: Deployed): readonly string[] => RESOURCES[subject](deployed);

/** `support` looks after partners. `on-call` also looks after the service, and has all rights of support. */
const OPERATOR_ROLES = ['support', 'on-call'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

export interface OperatorRight {
  /** Names of commands. `partner` alone stands for all commands that begin with this word. */
  readonly commands: readonly string[];
  readonly role: OperatorRole;
  readonly rights: readonly (readonly [subject: Subject, service: string, ...names: readonly string[]])[];
}

const READS = ['GetItem', 'BatchGetItem', 'Query'] as const;
const WRITES = ['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'] as const;
const MOVES = ['GetQueueAttributes', 'StartMessageMoveTask', 'ListMessageMoveTasks', 'DeleteMessage'] as const;
const WHOLE_TABLE = ['the table', 'dynamodb', 'Scan', 'DescribeTable'] as const;

/** Returns a function that makes a row for a role. `commands` has the names of commands, separated by commas. */
const rowFor =
  (role: OperatorRole) =>
  (commands: string, ...rights: OperatorRight['rights']): OperatorRight => ({
    commands: commands.split(', '),
    role,
    rights,
  });
const support = rowFor('support');
const onCall = rowFor('on-call');

/** The table in docs/rights.md and the policies of `npm run rights` come from this list. */
export const OPERATOR_RIGHTS: readonly OperatorRight[] = [
  support('all', ['the service stack', 'cloudformation', 'DescribeStacks']),
  support(
    'partner, key, secret, line, webhook, call show, call delete, call refused, call reconcile, delivery, find, audit',
    ['the table and its indexes', 'dynamodb', ...READS, ...WRITES],
  ),
  onCall('retention, restore', ['the table and its indexes', 'dynamodb', ...READS, ...WRITES]),
  support('partner create, secret rotate', ['the key of the signing secrets', 'kms', 'Encrypt']),
  support(
    'call trace',
    ['the table', 'dynamodb', 'GetItem'],
    ['the log groups of the stage', 'logs', 'StartQuery', 'GetQueryResults'],
    ['`*`', 'logs', 'StopQuery'],
  ),
  support('delivery replay', ['the main queue', 'sqs', 'SendMessage']),
  support(
    'delivery minutes, queue, slo',
    ['`*`', 'cloudwatch', 'GetMetricData'],
    ['all queues', 'sqs', 'GetQueueAttributes'],
  ),
  support('alarms', ['`*`', 'cloudwatch', 'DescribeAlarms']),
  onCall('partner export, partner delete, delivery index', WHOLE_TABLE),
  onCall('verify', WHOLE_TABLE, ['the table', 'dynamodb', ...READS]),
  onCall('restore', WHOLE_TABLE, ['a restored table', 'dynamodb', 'Scan', 'BatchGetItem', 'Query', 'DescribeTable']),
  onCall('call record', ['the alias `live` of `record-call`', 'lambda', 'InvokeFunction']),
  onCall('sweep', ['the alias `live` of `sweep`', 'lambda', 'InvokeFunction']),
  onCall(
    'mapping, delivery stop, delivery start',
    ['`*`', 'lambda', 'GetEventSourceMapping'],
    ['all mappings', 'lambda', 'UpdateEventSourceMapping'],
  ),
  onCall(
    'dlq',
    ['the queues of failed messages', 'sqs', 'ReceiveMessage', 'ChangeMessageVisibility', ...MOVES],
    ['the queues of the lanes', 'sqs', 'SendMessage'],
    ['the intake queue', 'sqs', 'SendMessage', 'GetQueueAttributes'],
    ["the table's stream", 'dynamodb', 'GetRecords', 'GetShardIterator'],
    ['the alias `live` of `sweep`', 'lambda', 'InvokeFunction'],
  ),
  onCall(
    'doctor',
    ['the functions for calls and deliveries', 'lambda', 'GetFunction'],
    ['the topics of alarms', 'sns', 'GetTopicAttributes'],
    ['the alias `live` of `line-for-call`', 'lambda', 'InvokeFunction'],
    ['the alias `live` of `record-call`', 'lambda', 'InvokeFunction'],
    ['`*`', 'lambda', 'GetEventSourceMapping'],
    ['the key of the signing secrets', 'kms', 'DescribeKey'],
    ['the table', 'dynamodb', 'DescribeTable', 'DescribeContinuousBackups', 'DescribeTimeToLive'],
    ['the table and its indexes', 'dynamodb', 'Query', 'BatchGetItem'],
    ['all queues', 'sqs', 'GetQueueAttributes'],
    ['`*`', 'cloudwatch', 'DescribeAlarms'],
  ),
];

/** Returns what a role may do. On-call also has support's rights. */
export const rightsOf = (role: OperatorRole) =>
  OPERATOR_RIGHTS.filter((row) => role === 'on-call' || row.role === role).flatMap(({ rights }) => rights);

const actionsInWords = (service: string, [first = '', ...names]: readonly string[]) =>
  [`\`${service}:${first}\``, ...names.map((name) => `\`${name}\``)].join(', ');

export const operatorRightsTable = (): string =>
  markdownTable(
    ['command', 'role', 'rights'],
    OPERATOR_RIGHTS.map(({ commands, role, rights }) => [
      commands.map((command) => (command === 'all' ? command : `\`${command}\``)).join(', '),
      role,
      [...Map.groupBy(rights, ([, service, ...names]) => actionsInWords(service, names))]
        .map(([actions, same]) => `${actions} on ${same.map(([on]) => on).join(', ')}`)
        .join('; '),
    ]),
  );
