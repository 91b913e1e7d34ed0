import * as z from 'zod';
import { runOperator } from '../../operator/program.ts';
import type { Target, TargetChoice } from '../../operator/target.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import { fakeKms } from '../support/aws/fake-kms.ts';
import { NOW_MS } from '../support/functions/line-world.ts';
import { testTable } from '../support/table/table.ts';
import {
  type Asked,
  fakeCloudwatch,
  fakeDynamodb,
  fakeLambda,
  fakeSqs,
  fakeStreams,
  type Responded,
  rejection,
} from './fake-clients.ts';

/** Who runs the commands. */
export const ACTOR = 'ann';

export const outputs = {
  ApiUrl: 'https://api.test/dev/',
  ApiName: 'partner-lines-dev',
  ApiStageName: 'dev',
  TableName: 'table',
  DeliveryQueueUrl: 'https://sqs.eu-west-1.amazonaws.com/000000000000/main',
  SlowQueueUrl: 'https://sqs.eu-west-1.amazonaws.com/000000000000/slow',
  HungQueueUrl: 'https://sqs.eu-west-1.amazonaws.com/000000000000/hung',
  DeadLetterQueueUrl: 'https://sqs.eu-west-1.amazonaws.com/000000000000/dead-letters',
  RelayFailureQueueUrl: 'https://sqs.eu-west-1.amazonaws.com/000000000000/relay-failures',
  IntakeQueueUrl: 'https://sqs.eu-west-1.amazonaws.com/000000000000/intake',
  IntakeDeadLetterQueueUrl: 'https://sqs.eu-west-1.amazonaws.com/000000000000/intake-dead-letters',
  KeyArn: 'arn:aws:kms:eu-west-1:000000000000:key/1',
  LineForCallFunctionName: 'line-for-call',
  RecordCallFunctionName: 'record-call',
  IntakeFunctionName: 'intake',
  SweepFunctionName: 'sweep',
  RelayFunctionName: 'relay',
  DeliverFunctionName: 'deliver-webhook',
  IntakeMappingId: 'mapping-5',
  RelayMappingId: 'mapping-1',
  DeliverMappingId: 'mapping-2',
  DeliverSlowMappingId: 'mapping-3',
  DeliverHungMappingId: 'mapping-4',
  CallsDays: '30',
  MetricsNamespace: 'PartnerLines/dev',
};

const { IntakeQueueUrl: _, IntakeDeadLetterQueueUrl: __, ...withoutQueues } = outputs;
const { IntakeFunctionName: ___, IntakeMappingId: ____, LineForCallFunctionName: _____, ...earlier } = withoutQueues;
/** The outputs of a stack that has neither intake nor `line-for-call`. */
export const ofEarlierVersion = earlier;

/** As DynamoDB describes the table. */
const TABLE_SIZE = { ItemCount: 8_000, TableSizeBytes: 8_192_000 };

interface About {
  readonly table?: Table;
  /** Returns a function's response to an event. */
  readonly invoked?: (functionName: string, event: unknown) => unknown;
  /** Returns Lambda's response to a request that is not an invocation. */
  readonly lambda?: (asked: Asked) => unknown;
  readonly files?: Readonly<Record<string, string>>;
  /** Whether the person at the terminal agrees, or undefined if there is no terminal. */
  readonly agrees?: boolean;
  /** Parts that replace the usual parts of the service. */
  readonly parts?: Partial<Target>;
}

export interface Printed {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Returns the command line on its own table. Fakes take the place of all other services and of the terminal. */
export async function operatorWorld({
  table: given,
  invoked = () => null,
  lambda = () => ({}),
  files = {},
  agrees,
  parts = {},
}: About = {}) {
  const table = given ?? (await testTable());
  const queued: unknown[] = [];
  const sleptMs: number[] = [];
  const chosen: TargetChoice[] = [];
  const questions: string[] = [];
  const written = new Map<string, string>();
  const notPlayed = ({ operation }: Asked) => rejection('UnknownOperationException', operation);
  const target: Target = {
    choice: { data: '.local' },
    table,
    dynamodb: fakeDynamodb((asked) =>
      asked.operation === 'DescribeTable' ? { body: { Table: TABLE_SIZE } } : notPlayed(asked),
    ),
    streams: fakeStreams(notPlayed),
    kms: fakeKms().kms,
    sqs: fakeSqs(({ body }) => {
      queued.push(...entriesOf(batch.parse(body)));
      return { body: { Successful: [], Failed: [] } };
    }),
    lambda: fakeLambda((asked) => invocation(asked, invoked) ?? { body: lambda(asked) }),
    cloudwatch: fakeCloudwatch(notPlayed),
    logs: { retentionDays: 1, mostLines: 10_000, textsAbout: async () => [] },
    stackName: 'partner-lines-dev-service',
    keepsData: false,
    outputs,
    nowMs: () => NOW_MS,
    actor: async () => ACTOR,
    sweepPeriodMs: 300_000,
    sleepMs: async (ms) => void sleptMs.push(ms),
    fetchStatus: async () => 401,
    writeText: async (file, chunks) => {
      let text = '';
      for await (const chunk of chunks) text += chunk;
      written.set(file, text);
    },
    readText: async (file) => files[file] ?? '',
    ...parts,
  };

  const run = async (...argv: string[]): Promise<Printed> => {
    const printed = { out: '', err: '' };
    const code = await runOperator(argv, {
      out: (text) => {
        printed.out += text;
      },
      err: (text) => {
        printed.err += text;
      },
      connect: async (choice) => {
        chosen.push(choice);
        return target;
      },
      confirm: async (question) => {
        questions.push(question);
        return agrees;
      },
    });
    return { code, ...printed };
  };
  return {
    table,
    target,
    run,
    /** Runs a command and returns the JSON that it prints. Throws if the command fails. */
    async json(...argv: string[]) {
      const { code, out, err } = await run('--json', ...argv);
      if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}: ${err}`);
      return JSON.parse(out);
    },
    queued,
    sleptMs,
    chosen,
    questions,
    /** The files that commands have written. */
    written,
  };
}

function invocation({ path, body }: Asked, invoked: NonNullable<About['invoked']>): Responded | undefined {
  const functionName = /\/functions\/([^/]+)\/invocations$/.exec(path)?.[1];
  if (functionName === undefined) return undefined;
  const response = invoked(functionName, body);
  return response instanceof Error
    ? { headers: { 'x-amz-function-error': 'Unhandled' }, body: {} }
    : { body: response };
}

const batch = z.object({
  QueueUrl: z.string(),
  Entries: z.array(z.object({ MessageBody: z.string(), MessageGroupId: z.string() })),
});

const entriesOf = ({ QueueUrl, Entries }: z.infer<typeof batch>) =>
  Entries.map(({ MessageBody, MessageGroupId }) => ({
    queueUrl: QueueUrl,
    group: MessageGroupId,
    body: JSON.parse(MessageBody),
  }));
