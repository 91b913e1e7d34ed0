import { beforeAll, describe, expect, it } from '@jest/globals';
import { RIGHTS } from '../../../lib/rights.ts';
import { listRejectedCalls } from '../../../operator/calls/rejected-calls.ts';
import type { ScheduledWakeUp } from '../../../shared/delivery/wake-ups/queue.ts';
import { SUSPICIOUS } from '../../../shared/domain/deliveries/lane.ts';
import type { Outcome } from '../../../shared/domain/deliveries/retry-policy.ts';
import type { Delegation } from '../../../shared/domain/lines/delegation.ts';
import { issueSigningSecret, signingSecrets } from '../../../shared/secrets/signing-secrets.ts';
import { laneStore } from '../../../shared/store/deliveries/lanes.ts';
import { createLine } from '../../../shared/store/lines/creation.ts';
import { createPartner } from '../../../shared/store/partners/creation.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { registerWebhook } from '../../../shared/store/webhooks/webhooks.ts';
import { fakeKms } from '../../support/aws/fake-kms.ts';
import { changeItem, deliveryRow } from '../../support/functions/deliveries.ts';
import { IN_TIME, NO_INBOX, queueArnOf } from '../../support/functions/lanes.ts';
import { deliverOn, recordCallOn, relayOn, sweepOn } from '../../support/functions/pipeline.ts';
import { silent } from '../../support/functions/telemetry.ts';
import { testTable } from '../../support/table/table.ts';
import { actingAs } from './acting-as.ts';

const TENANT_ID = 'tn_01KAJ0000000000000000000ZZ';
const { kms } = fakeKms();
const { decrypt } = signingSecrets({ ...silent, kms, nowMs: () => 0 });

/** Sets up a partner, and the delivery pipeline, where each function has only its deployed rights. */
async function restrictedPipeline() {
  const table = await testTable();
  let now = Date.parse('2026-11-21T10:00:00.000Z');
  const nowMs = () => now;
  const issueSecret = issueSigningSecret(kms, 'key');
  const { partner } = await createPartner({ table, issueSecret, nowMs }, { name: 'Acme', scopes: ['tenants'] });
  const { partnerId } = partner;
  await registerWebhook({ table, decrypt, nowMs }, partnerId, { url: 'https://p.com/', events: ['call.completed'] });
  const line: Delegation = {
    tenantId: TENANT_ID,
    partnerId,
    name: 'Cafe',
    region: 'kr',
    status: 'active',
    externalId: 'shop-1',
    createdAt: new Date(now).toISOString(),
  };
  await createLine(table, { line, agent: {}, response: '{}', idempotency: undefined }, now);

  const queued: ScheduledWakeUp[] = [];
  const wakeUps = {
    send: async (one: ScheduledWakeUp) => void queued.push(one),
    async sendAll(all: readonly ScheduledWakeUp[]) {
      queued.push(...all);
      return [];
    },
  };
  const as = (action: Parameters<typeof actingAs>[0]) => actingAs(action, table);
  const deliver = (outcome: Outcome) =>
    deliverOn(
      {
        table: as('deliver-webhook'),
        kms,
        nowMs,
        send: async () => outcome,
        newToken: () => 'token',
        sleepMs: async () => undefined,
        after: hanging,
      },
      { wakeUps, inbox: NO_INBOX },
    );
  return {
    table,
    queued,
    laneOf: async (id: string) => (await laneStore(as('deliver-webhook')).of([id], now))(id),
    wait: (ms: number) => {
      now += ms;
    },
    nowMs,
    record: recordCallOn(as('record-call'), nowMs),
    relay: relayOn({ table: as('relay'), nowMs }, { wakeUps }),
    deliver,
    sweep: sweepOn({ table: as('sweep'), nowMs }, { wakeUps }),
  };
}

/** Gives all evidence of a receiver that hangs. */
function hanging(delayMs: number, act: () => void) {
  if (delayMs >= SUSPICIOUS.afterMs) act();
  return () => undefined;
}

describe('the deployed rights of the functions that handle deliveries', () => {
  let pipeline: Awaited<ReturnType<typeof restrictedPipeline>>;
  beforeAll(async () => {
    pipeline = await restrictedPipeline();
  });
  const delivered = (wakeUp: ScheduledWakeUp | undefined, outcome: Outcome) =>
    pipeline.deliver(outcome)(
      {
        Records: [
          {
            ...{ messageId: 'm', receiptHandle: 'r', md5OfBody: '', awsRegion: 'eu-west-1', messageAttributes: {} },
            ...{
              eventSource: 'aws:sqs',
              eventSourceARN: queueArnOf('main'),
              body: JSON.stringify({ v: 1, ...wakeUp?.delivery }),
            },
            attributes: {
              ...{ ApproximateReceiveCount: '1', SentTimestamp: '0' },
              ...{ SenderId: '', ApproximateFirstReceiveTimestamp: '0' },
            },
          },
        ],
      },
      IN_TIME,
    );

  it('record-call can store a call and its delivery with the deployed rights', async () => {
    const call = { callId: 'call-1', summary: 'All well' };
    expect(await pipeline.record({ tenantId: TENANT_ID, call })).toMatchObject({ alreadyStored: false });
  });

  it('with the deployed rights, record-call can store the ids of a refused call', async () => {
    const call = { callId: 'call-0', summary: ' ' };
    expect(await pipeline.record({ tenantId: TENANT_ID, call })).toHaveProperty('refused');
    const rejected = await listRejectedCalls({ table: pipeline.table, nowMs: pipeline.nowMs }, { limit: 10 });
    expect(rejected).toMatchObject([{ callId: 'call-0', tenantId: TENANT_ID, way: 'invoked' }]);
  });

  it('intake has the same rights to the table as record-call', () => {
    expect(RIGHTS.intake.table).toEqual(RIGHTS['record-call'].table);
  });

  it('relay can send the wake-up of a delivery with the deployed rights', async () => {
    const { PK, SK } = keys.delivery('call-1');
    const dynamodb = { SequenceNumber: '1', Keys: { PK: { S: PK }, SK: { S: SK } } };
    const response = await pipeline.relay({ Records: [{ eventName: 'INSERT', dynamodb }] });
    expect(response).toEqual({ batchItemFailures: [] });
    expect(pipeline.queued).toHaveLength(1);
  });

  it('with the deployed rights, deliver-webhook can attempt a delivery and mark a slow partner', async () => {
    const response = await delivered(pipeline.queued[0], { kind: 'noResponse', why: 'timeout' });
    expect(response).toEqual({ batchItemFailures: [] });
    expect(pipeline.queued[1]).toMatchObject({ delivery: { attempts: 1 } });
    expect(await pipeline.laneOf(pipeline.queued[0]?.delivery.partnerId ?? '')).toBe('hung');
  });

  it('with the deployed rights, sweep can find a delivery whose wake-up was lost', async () => {
    pipeline.wait(3_600_000);
    const swept = await pipeline.sweep({}, { getRemainingTimeInMillis: () => 60_000 });
    expect(swept).toEqual({ due: 1, queued: 1, settledDead: 0 });
  });

  it('record-call can make a skipped delivery pending again with the deployed rights', async () => {
    const again = { tenantId: TENANT_ID, call: { callId: 'call-2', summary: 'All well' } };
    await pipeline.record(again);
    await changeItem(pipeline.table, keys.delivery('call-2'), { status: 'skipped', skipReason: 'no webhook' });
    expect(await pipeline.record(again)).toMatchObject({ alreadyStored: true });
    expect(await deliveryRow(pipeline.table, 'call-2')).toMatchObject({ status: 'pending' });
  });
});
