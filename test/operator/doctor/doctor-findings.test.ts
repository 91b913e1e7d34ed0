import { expect, it } from '@jest/globals';
import { outputs } from '../operator-world.ts';
import { activeIndex, doctor, fault, HEALTHY_TABLE, type Stack, withSubscribers } from './doctor-world.ts';

const operator = 'npm run -s operator -- --stack partner-lines-prod-service';
const redeploy = 'see "Undo a change made by hand" in docs/deploy.md';
const withTable = (changed: object): Stack => ({
  dynamodb: { DescribeTable: { Table: { ...HEALTHY_TABLE, ...changed } } },
});
const subscribe = 'set onCall in lib/stages.ts, deploy, and have each subscriber open the link that AWS sends';

it.each<[what: string, Stack, said: string]>([
  [
    'the API returns 502 to a request without a key',
    { parts: { fetchStatus: async () => 502 } },
    'API: the API returns 502 instead of 401 to a request without a key → read the log of the authorizer',
  ],
  [
    'the function relay has failed',
    { lambda: { relay: { Configuration: { State: 'Failed', StateReason: 'no such role' } } } },
    `function relay: the function cannot run: no such role → ${redeploy}`,
  ],
  [
    'there is no function sweep',
    { lambda: { sweep: fault('ResourceNotFoundException') } },
    `function sweep: there is no function sweep → ${redeploy}`,
  ],
  [
    'record-call records a call of a line that does not exist',
    { recordCall: { callId: 'doctor', startedAt: '2026-11-21T10:00:00.000Z', alreadyStored: false } },
    'record-call responds: the function has recorded a test call of a line that does not exist → roll back to the last good version',
  ],
  [
    'line-for-call refuses a number that nobody has',
    { lineForCall: { refused: { message: 'malformed' } } },
    'line-for-call responds: the function did not return notServed for a number that nobody has → roll back to the last good version',
  ],
  [
    'calls were not recorded',
    { queues: { 'intake-dead-letters': { ApproximateNumberOfMessages: '2' } } },
    `queue intake-dead-letters: the queue has calls that were not recorded: 2 waiting → ${operator} dlq list --queue intake-dead-letters`,
  ],
  [
    'the mapping of queued calls is disabled',
    { lambda: { 'mapping-5': { State: 'Disabled' } } },
    `mapping intake: the mapping is disabled: Lambda does not read its queue or stream → ${operator} mapping enable --name intake`,
  ],
  [
    'the signing key is disabled',
    { kms: { DescribeKey: { KeyMetadata: { KeyId: 'key', KeyState: 'Disabled' } } } },
    `signing key: the key is Disabled: events cannot be signed and are not sent → aws kms enable-key --key-id ${outputs.KeyArn}`,
  ],
  [
    'the signing key waits for its deletion',
    { kms: { DescribeKey: { KeyMetadata: { KeyId: 'key', KeyState: 'PendingDeletion' } } } },
    `signing key: the key is PendingDeletion: events cannot be signed and are not sent → aws kms cancel-key-deletion --key-id ${outputs.KeyArn}`,
  ],
  [
    'an alarm is raised',
    { alarms: { DescribeAlarms: { MetricAlarms: [{ AlarmName: 'dead-letters', StateValue: 'ALARM' }] } } },
    `alarms: raised: dead-letters → ${operator} alarms --state ALARM`,
  ],
  [
    'there are no alarms',
    { alarms: { DescribeAlarms: {} } },
    'alarms: there are no alarms: nobody is notified when something breaks → set onCall in lib/stages.ts and deploy again',
  ],
  [
    'the only alarms are those of rollouts',
    { alarms: { DescribeAlarms: { MetricAlarms: [{ AlarmName: 'partner-lines-dev-service-Rolloutrelay' }] } } },
    'alarms: there are no alarms: nobody is notified when something breaks → set onCall in lib/stages.ts and deploy again',
  ],
  [
    'the actions of an alarm are disabled',
    { alarms: { DescribeAlarms: { MetricAlarms: [{ AlarmName: 'one', StateValue: 'OK', ActionsEnabled: false }] } } },
    'alarm actions: the actions of alarms are disabled, so nobody is notified: one → aws cloudwatch enable-alarm-actions --alarm-names one',
  ],
  [
    'a subscriber of alarms has not confirmed',
    withSubscribers(1, 1),
    `subscribers of alarms: 1 subscribers of arn have not confirmed → ${subscribe}`,
  ],
  [
    'the only subscriber of alarms has not confirmed',
    withSubscribers(0, 1),
    `subscribers of alarms: arn has no confirmed subscriber, so nobody is notified → ${subscribe}`,
  ],
  [
    'alarms have no subscriber',
    withSubscribers(0, 0),
    `subscribers of alarms: arn has no confirmed subscriber, so nobody is notified → ${subscribe}`,
  ],
  [
    'the table has no stream',
    withTable({ StreamSpecification: { StreamEnabled: false } }),
    `table stream: the stream is off: only the sweep finds new deliveries, minutes late → ${redeploy}`,
  ],
  [
    'the stream of the table has new images',
    withTable({ StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' } }),
    `table stream: the stream has the view type NEW_IMAGE: personal data leaves the table → ${redeploy}`,
  ],
  [
    'the table has no index due',
    withTable({ GlobalSecondaryIndexes: [activeIndex('byPartner'), activeIndex('undelivered')] }),
    `table index due: does not exist → ${redeploy}`,
  ],
  [
    'the index byPartner is still being created',
    withTable({
      GlobalSecondaryIndexes: [
        activeIndex('due'),
        { ...activeIndex('byPartner'), IndexStatus: 'CREATING' },
        activeIndex('undelivered'),
      ],
    }),
    'table index byPartner: is CREATING → wait until the status is ACTIVE, then run doctor again',
  ],
  [
    'the table does not expire items',
    { dynamodb: { DescribeTimeToLive: { TimeToLiveDescription: { TimeToLiveStatus: 'DISABLED' } } } },
    `table expiry: expiry is off: expired calls, rate counts and idempotency keys stay in the table, although the service ignores them → ${redeploy}`,
  ],
  [
    'the table has no point-in-time recovery',
    {
      dynamodb: {
        DescribeContinuousBackups: { ContinuousBackupsDescription: { ContinuousBackupsStatus: 'ENABLED' } },
      },
    },
    `table recovery: recovery is off: the table cannot be restored to a point in time → ${redeploy}`,
  ],
  [
    'the mapping deliver is disabled',
    { lambda: { 'mapping-2': { State: 'Disabled' } } },
    `mapping deliver: the mapping is disabled: Lambda does not read its queue or stream → ${operator} mapping enable --name deliver`,
  ],
  [
    'the mapping relay is still being created',
    { lambda: { 'mapping-1': { State: 'Creating' } } },
    'mapping relay: is Creating → wait a minute, then run doctor again',
  ],
  [
    'the mapping relay fails to invoke its function',
    { lambda: { 'mapping-1': { State: 'Enabled', LastProcessingResult: 'PROBLEM: Function call failed' } } },
    'mapping relay: PROBLEM: Function call failed → read the log of the function that this mapping invokes',
  ],
  [
    'the main queue has no dead-letter queue',
    { queues: { main: { ApproximateNumberOfMessages: '3' } } },
    `queue main: the queue has no dead-letter queue: a message that always fails is retried for days → ${redeploy}`,
  ],
  [
    'there is no slow queue',
    { queues: { slow: fault('QueueDoesNotExist') } },
    `queue slow: there is no queue ${outputs.SlowQueueUrl} → ${redeploy}`,
  ],
  [
    'the dead-letter queue has messages',
    { queues: { 'dead-letters': { ApproximateNumberOfMessages: '2', ApproximateNumberOfMessagesNotVisible: '1' } } },
    `queue dead-letters: the queue has messages that our functions failed to handle: 2 waiting, 1 in flight → ${operator} dlq list --queue dead-letters`,
  ],
  [
    'the queue of relay failures has messages',
    { queues: { 'relay-failures': { ApproximateNumberOfMessages: '1' } } },
    `queue relay-failures: the queue has messages that our functions failed to handle: 1 waiting → ${operator} dlq list --queue relay-failures`,
  ],
  [
    'a check is not permitted',
    { dynamodb: { DescribeTimeToLive: fault('AccessDeniedException', 'not yours') } },
    'table expiry: could not be checked: AccessDeniedException, not yours → check that this part exists, and that you have the right to read it',
  ],
])('the command `doctor` says what to do if %s', async (_what, world, said) => {
  const { code, err, bad } = await doctor(world);
  expect([code, err]).toEqual([1, '1 of 34 checks found something wrong.\n']);
  expect(bad.map(({ check, finding, todo }) => `${check}: ${finding} → ${todo}`)).toEqual([said]);
});
