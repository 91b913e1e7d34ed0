import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { asJson } from '../../operator/output.ts';
import { newDelivery } from '../../shared/store/deliveries/item.ts';
import { terminateLine } from '../../shared/store/lines/termination.ts';
import { createPartner } from '../../shared/store/partners/creation.ts';
import { keys } from '../../shared/store/table/keys.ts';
import { lineWorld, NOW_MS } from '../support/functions/line-world.ts';
import { HOSTILE } from '../support/hostile/hostile-text.ts';
import { testTable } from '../support/table/table.ts';
import { type queueWorld, wakeUpOf } from './dead-letters/queue-world.ts';
import { fakeCloudwatch, fakeDynamodb, fakeKms, fakeStreams } from './fake-clients.ts';

const DELIVERY = { tenantId: HOSTILE, storedAtMs: NOW_MS };
const TERMINATION = { reason: HOSTILE, purge: false, nowMs: Date.parse('2026-11-21T11:00:00.000Z'), token: 'token' };
const RELAY_FAILURE = {
  requestContext: { condition: HOSTILE },
  DDBStreamBatchInfo: {
    streamArn: HOSTILE,
    shardId: HOSTILE,
    startSequenceNumber: '1',
    endSequenceNumber: '2',
    batchSize: 2,
  },
};
const ALARM = { AlarmName: HOSTILE, AlarmDescription: HOSTILE, StateReason: HOSTILE, ActionsEnabled: false };
const LINE = { timestamp: new Date(NOW_MS).toISOString(), level: HOSTILE, service: HOSTILE, message: HOSTILE };
const LOG = [JSON.stringify({ ...LINE, callId: HOSTILE, outcome: HOSTILE, [HOSTILE]: 1 }), HOSTILE];
const CALLS = [{ callId: 'c-1', summary: HOSTILE, [HOSTILE]: 1 }, { callId: HOSTILE }, { callId: 'c-2', summary: 'x' }];

export const HOSTILE_FILES = { 'calls.json': JSON.stringify(CALLS), 'ids.txt': 'c-1' };

/** Returns a stack on which partners, receivers and AWS have written control sequences wherever they could. */
export async function hostileWorld(queues: ReturnType<typeof queueWorld>) {
  const table = await testTable();
  const issueSecret = async () => ({ ciphertext: 'sealed', hint: HOSTILE });
  const about = { name: HOSTILE, scopes: [] };
  const { partner } = await createPartner({ table, issueSecret, nowMs: () => NOW_MS }, about);
  const { partnerId } = partner;
  const lines = await lineWorld(table, { as: partnerId });
  const [active, terminated, half] = [await lines.line(), await lines.line(), await lines.line({ externalId: 'half' })];
  for (const tenantId of [active, terminated, half]) {
    for (const field of ['name', 'externalId', 'createdAt']) await lines.set(keys.line(tenantId), field, HOSTILE);
  }
  for (const [tenantId, externalId] of [
    [terminated, 'gone'],
    [half, 'half'],
  ] as const) {
    await terminateLine(table, { partnerId, tenantId, externalId }, TERMINATION);
  }
  const put = (Item: object) => table.db.send(new PutCommand({ TableName: table.name, Item: { ...Item } }));
  const times = { createdAt: HOSTILE, updatedAt: HOSTILE };
  await put({
    ...keys.webhook(partnerId),
    url: HOSTILE,
    events: ['call.completed'],
    signingSecretHint: HOSTILE,
    ...times,
  });
  const log = [{ atMs: NOW_MS, outcome: HOSTILE, durationMs: 1 }];
  for (const callId of ['call_1', HOSTILE]) {
    await put({
      ...keys.delivery(callId),
      ...newDelivery({ ...DELIVERY, callId, partnerId }, 0),
      status: 'dead',
      attempts: 8,
      log,
    });
  }
  const words = { title: HOSTILE, summary: HOSTILE, topics: [HOSTILE], transferTo: HOSTILE };
  const { tenantId, storedAtMs } = DELIVERY;
  await put({ ...keys.call(tenantId, storedAtMs, HOSTILE), ...DELIVERY, callId: HOSTILE, partnerId, ...words });
  const unreadable = `unreadable-${HOSTILE}`;
  await put({
    ...keys.delivery(unreadable),
    ...newDelivery({ ...DELIVERY, callId: unreadable, partnerId }, 0),
    status: HOSTILE,
  });

  await put({
    ...keys.auditEntry(NOW_MS, 'first'),
    ...{ atMs: NOW_MS, actor: HOSTILE, action: HOSTILE, target: HOSTILE, reason: HOSTILE, partnerId },
    ...{ state: HOSTILE, outcome: HOSTILE, expiresAtUnixSeconds: NOW_MS },
  });

  // Control characters are escaped in these messages, because a queue rejects some of them.
  await queues.send('dead-letters', asJson({ ...wakeUpOf(HOSTILE), partnerId: HOSTILE }));
  await queues.send('dead-letters', asJson({ summary: HOSTILE }));
  await queues.send('relay-failures', asJson(RELAY_FAILURE));
  const operator = await queues.operator({
    table,
    files: HOSTILE_FILES,
    invoked: (name) => (name === 'sweep' ? { due: 1, queued: 1, settledDead: 0 } : { refused: { message: HOSTILE } }),
    lambda: () => ({
      State: HOSTILE,
      LastProcessingResult: `PROBLEM: ${HOSTILE}`,
      Configuration: { State: 'Failed', StateReason: HOSTILE },
    }),
    parts: {
      streams: fakeStreams(() => ({ body: { ShardIterator: HOSTILE, Records: [] } })),
      dynamodb: fakeDynamodb(() => ({
        body: {
          Table: { TableStatus: HOSTILE, StreamSpecification: { StreamEnabled: true, StreamViewType: HOSTILE } },
        },
      })),
      kms: fakeKms(() => ({ body: { CiphertextBlob: 'AAAA', KeyMetadata: { KeyId: HOSTILE, KeyState: HOSTILE } } })),
      cloudwatch: fakeCloudwatch(() => ({
        body: {
          MetricAlarms: [
            { ...ALARM, StateValue: 'ALARM' },
            { ...ALARM, StateValue: 'OK' },
          ],
        },
      })),
      logs: { retentionDays: 1, mostLines: LOG.length, textsAbout: async () => LOG },
      stackName: HOSTILE,
      fetchStatus: async () => {
        throw new Error(HOSTILE);
      },
    },
  });
  return { ...operator, partnerId, lines: { active, terminated, half } };
}
