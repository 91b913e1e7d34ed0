import { describe, expect, it } from '@jest/globals';
import type { Target } from '../../bin/operator/target.ts';
import {
  type Answered,
  type Asked,
  fakeCloudwatch,
  fakeDynamodb,
  fakeKms,
  fakeLambda,
  fakeSqs,
  refused,
} from './fake-clients.ts';
import { operatorWorld, outputs } from './operator-world.ts';

type Play = (asked: Asked) => Answered;
type Bodies = Readonly<Record<string, unknown>>;

/** Answers by operation; what the test does not change is as on a healthy stack. */
const playing =
  (healthy: Bodies, changed: Bodies): Play =>
  ({ operation }) => {
    const answer = { ...healthy, ...changed }[operation];
    return answer instanceof Error ? refused(answer.name, answer.message) : { body: answer ?? {} };
  };
const fault = (name: string, message = '') => Object.assign(new Error(message), { name });

const index = (IndexName: string) => ({ IndexName, IndexStatus: 'ACTIVE' });
const TABLE = {
  TableStatus: 'ACTIVE',
  StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' },
  GlobalSecondaryIndexes: [index('due'), index('byPartner')],
};
const HEALTHY = {
  dynamodb: {
    DescribeTable: { Table: TABLE },
    DescribeTimeToLive: {
      TimeToLiveDescription: { TimeToLiveStatus: 'ENABLED', AttributeName: 'expiresAtUnixSeconds' },
    },
    DescribeContinuousBackups: {
      ContinuousBackupsDescription: {
        ContinuousBackupsStatus: 'ENABLED',
        PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: 'ENABLED' },
      },
    },
  },
  kms: { DescribeKey: { KeyMetadata: { KeyId: 'key', KeyState: 'Enabled' } } },
  alarms: {
    DescribeAlarms: {
      MetricAlarms: [{ AlarmName: 'one', StateValue: 'OK', ActionsEnabled: true, AlarmActions: ['arn'] }],
    },
  },
};
const REFUSAL = { refused: { message: 'No line has this id' } };

interface World {
  readonly dynamodb?: Bodies;
  readonly kms?: Bodies;
  readonly alarms?: Bodies;
  /** Attributes of queues, by the end of the queue's URL. */
  readonly queues?: Bodies;
  /** By the end of the path: a mapping's or a function's. */
  readonly lambda?: Bodies;
  readonly recordCall?: unknown;
  readonly parts?: Partial<Target>;
}

async function doctor({ dynamodb = {}, kms = {}, alarms = {}, queues = {}, lambda = {}, ...world }: World = {}) {
  const lambdas: Play = ({ path }) => {
    const name = decodeURIComponent(path.split('/').findLast((part) => part !== 'invocations') ?? '');
    if (path.endsWith('/invocations')) return { body: world.recordCall ?? REFUSAL };
    const answer = lambda[name];
    if (answer instanceof Error) return { ...refused(answer.name, answer.message), status: 404 };
    const healthy = path.includes('/event-source-mappings/')
      ? { State: 'Enabled' }
      : { Configuration: { State: 'Active' } };
    return { body: answer ?? healthy };
  };
  const attributes: Play = ({ body }) => {
    const name = JSON.stringify(body).match(/\/(main|slow|dead-letters|relay-failures)"/)?.[1] ?? '';
    const answer = queues[name];
    if (answer instanceof Error) return refused(answer.name, answer.message);
    return { body: { Attributes: answer ?? { RedrivePolicy: '{}', ApproximateNumberOfMessages: '0' } } };
  };
  const { run } = await operatorWorld({
    parts: {
      choice: { data: '.local', stack: 'partner-lines-prod-service' },
      dynamodb: fakeDynamodb(playing(HEALTHY.dynamodb, dynamodb)),
      kms: fakeKms(playing(HEALTHY.kms, kms)),
      cloudwatch: fakeCloudwatch(playing(HEALTHY.alarms, alarms)),
      lambda: fakeLambda(lambdas),
      sqs: fakeSqs(attributes),
      ...world.parts,
    },
  });
  const { code, out, err } = await run('--json', 'doctor');
  const findings: { check: string; ok: boolean; finding?: string; todo?: string }[] = JSON.parse(out);
  return { code, err, findings, bad: findings.filter(({ ok }) => !ok) };
}

describe('the doctor', () => {
  it('finds nothing wrong with a service that is well, says what was looked at, and ends with 0', async () => {
    const { code, err, findings, bad } = await doctor();
    expect([code, err, bad]).toEqual([0, '', []]);
    expect(findings.map(({ check }) => check)).toEqual([
      'API',
      'function record-call',
      'function relay',
      'function deliver-webhook',
      'function sweep',
      'record-call answers',
      'signing key',
      'alarms',
      'alarm actions',
      'table',
      'table stream',
      'table index due',
      'table index byPartner',
      'table expiry',
      'table recovery',
      'mapping relay',
      'mapping deliver',
      'mapping deliver-slow',
      'queue main',
      'queue slow',
      'queue dead-letters',
      'queue relay-failures',
    ]);
  });

  it('says that it has not tried the signing key, and which alarm tells', async () => {
    const { findings } = await doctor();
    expect(findings).toContainEqual({
      check: 'signing key',
      ok: true,
      finding: 'is enabled; not tried: secret-unavailable tells if it fails',
    });
  });

  const operator = 'npm run -s operator -- --stack partner-lines-prod-service';
  const redeploy = 'deploy the stack again: this was changed by hand';
  const noStream = { ...TABLE, StreamSpecification: { StreamEnabled: false } };
  const newImages = { ...TABLE, StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' } };

  it.each<[string, World, { finding: string; todo: string }]>([
    [
      'API',
      { parts: { statusOf: async () => 502 } },
      { finding: 'answers 502 to a request without a key', todo: 'look at the log of the authorizer' },
    ],
    [
      'function relay',
      { lambda: { relay: { Configuration: { State: 'Failed', StateReason: 'no such role' } } } },
      { finding: 'cannot run: no such role', todo: redeploy },
    ],
    [
      'function sweep',
      { lambda: { sweep: fault('ResourceNotFoundException') } },
      { finding: 'there is no function sweep', todo: redeploy },
    ],
    [
      'record-call answers',
      { recordCall: { callId: 'doctor', startedAt: '2026-11-21T10:00:00.000Z', alreadyStored: false } },
      { finding: 'has recorded a call of nobody', todo: 'roll back to the last good version' },
    ],
    [
      'signing key',
      { kms: { DescribeKey: { KeyMetadata: { KeyId: 'key', KeyState: 'Disabled' } } } },
      {
        finding: 'is Disabled: no event can be signed, and none is sent',
        todo: `aws kms enable-key --key-id ${outputs.KeyArn}`,
      },
    ],
    [
      'signing key',
      { kms: { DescribeKey: { KeyMetadata: { KeyId: 'key', KeyState: 'PendingDeletion' } } } },
      {
        finding: 'is PendingDeletion: no event can be signed, and none is sent',
        todo: `aws kms cancel-key-deletion --key-id ${outputs.KeyArn}`,
      },
    ],
    [
      'alarms',
      { alarms: { DescribeAlarms: { MetricAlarms: [{ AlarmName: 'dead-letters', StateValue: 'ALARM' }] } } },
      { finding: 'raised: dead-letters', todo: `${operator} alarms --state ALARM` },
    ],
    [
      'alarms',
      { alarms: { DescribeAlarms: {} } },
      { finding: 'there are none: nobody is told when something breaks', todo: redeploy },
    ],
    [
      'alarm actions',
      { alarms: { DescribeAlarms: { MetricAlarms: [{ AlarmName: 'one', StateValue: 'OK', ActionsEnabled: false }] } } },
      {
        finding: 'switched off, so that nobody is told: one',
        todo: 'aws cloudwatch enable-alarm-actions --alarm-names one',
      },
    ],
    [
      'table stream',
      { dynamodb: { DescribeTable: { Table: noStream } } },
      { finding: 'is off: only the sweep finds finished calls, minutes late', todo: redeploy },
    ],
    [
      'table stream',
      { dynamodb: { DescribeTable: { Table: newImages } } },
      { finding: 'carries NEW_IMAGE: personal data leaves the table', todo: redeploy },
    ],
    [
      'table index due',
      { dynamodb: { DescribeTable: { Table: { ...TABLE, GlobalSecondaryIndexes: [index('byPartner')] } } } },
      { finding: 'does not exist', todo: redeploy },
    ],
    [
      'table index byPartner',
      {
        dynamodb: {
          DescribeTable: {
            Table: {
              ...TABLE,
              GlobalSecondaryIndexes: [index('due'), { ...index('byPartner'), IndexStatus: 'CREATING' }],
            },
          },
        },
      },
      { finding: 'is CREATING', todo: 'wait until it is ACTIVE, and look again' },
    ],
    [
      'table expiry',
      { dynamodb: { DescribeTimeToLive: { TimeToLiveDescription: { TimeToLiveStatus: 'DISABLED' } } } },
      {
        finding: 'is off: rate counts and idempotency keys pile up, though nothing reads the old ones',
        todo: redeploy,
      },
    ],
    [
      'table recovery',
      {
        dynamodb: {
          DescribeContinuousBackups: { ContinuousBackupsDescription: { ContinuousBackupsStatus: 'ENABLED' } },
        },
      },
      { finding: 'is off: the table cannot be restored to a point in time', todo: redeploy },
    ],
    [
      'mapping deliver',
      { lambda: { 'mapping-2': { State: 'Disabled' } } },
      { finding: 'is switched off: what it feeds stands still', todo: `${operator} mapping enable --name deliver` },
    ],
    [
      'mapping relay',
      { lambda: { 'mapping-1': { State: 'Creating' } } },
      { finding: 'is Creating', todo: 'wait a minute, and look again' },
    ],
    [
      'mapping relay',
      { lambda: { 'mapping-1': { State: 'Enabled', LastProcessingResult: 'PROBLEM: Function call failed' } } },
      { finding: 'PROBLEM: Function call failed', todo: 'look at the log of the function that it feeds' },
    ],
    [
      'queue main',
      { queues: { main: { ApproximateNumberOfMessages: '3' } } },
      { finding: 'has no dead-letter queue: what nobody can handle comes back for days', todo: redeploy },
    ],
    [
      'queue slow',
      { queues: { slow: fault('QueueDoesNotExist') } },
      { finding: `there is no queue ${outputs.SlowQueueUrl}`, todo: redeploy },
    ],
    [
      'queue dead-letters',
      { queues: { 'dead-letters': { ApproximateNumberOfMessages: '2', ApproximateNumberOfMessagesNotVisible: '1' } } },
      {
        finding: 'a fault of ours has left messages behind: 2 waiting, 1 in flight',
        todo: `${operator} dlq list --queue dead-letters`,
      },
    ],
    [
      'queue relay-failures',
      { queues: { 'relay-failures': { ApproximateNumberOfMessages: '1' } } },
      {
        finding: 'a fault of ours has left messages behind: 1 waiting',
        todo: `${operator} dlq list --queue relay-failures`,
      },
    ],
    [
      'table expiry',
      { dynamodb: { DescribeTimeToLive: fault('AccessDeniedException', 'not yours') } },
      {
        finding: 'cannot be asked: AccessDeniedException, not yours',
        todo: 'look whether it is there, and whether you may ask',
      },
    ],
  ])('says of the %s what is wrong with it, and what mends it', async (check, world, wrong) => {
    const { code, err, bad } = await doctor(world);
    expect([code, err]).toEqual([1, '1 of 22 checks found something wrong.\n']);
    expect(bad).toEqual([{ check, ok: false, ...wrong }]);
  });

  it('finds all that is wrong with a table that is gone, and goes on with the rest', async () => {
    const gone = fault('ResourceNotFoundException');
    const { bad, findings } = await doctor({ dynamodb: { DescribeTable: gone } });
    expect(bad.map(({ check, finding }) => [check, finding])).toEqual(
      ['table', 'table stream', 'table index due', 'table index byPartner'].map((check) => [
        check,
        'there is no table table',
      ]),
    );
    expect(findings).toHaveLength(22);
  });

  it('skips in words what a local engine does not offer', async () => {
    const unknown = fault('UnknownOperationException');
    const { code, findings } = await doctor({ dynamodb: { DescribeContinuousBackups: unknown } });
    expect(code).toBe(0);
    expect(findings).toContainEqual({
      check: 'table recovery',
      ok: true,
      finding: 'not asked: the local engine does not offer it',
    });
  });
});
