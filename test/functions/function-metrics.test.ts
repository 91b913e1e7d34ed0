import { beforeEach, describe, expect, it } from '@jest/globals';
import { createHandler as createAuthorizer } from '../../functions/authorizer/handler.ts';
import { createHandler as createRecordCall } from '../../functions/record-call/handler.ts';
import { revokeKey } from '../../operator/records/partner-changes.ts';
import { LATE, type Lane } from '../../shared/domain/deliveries/lane.ts';
import { newLineId, newPartnerId } from '../../shared/domain/ids.ts';
import { laneStore } from '../../shared/store/deliveries/lanes.ts';
import { createPartner } from '../../shared/store/partners/creation.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import { keys } from '../../shared/store/table/keys.ts';
import {
  aCall,
  callRecorderOn,
  putItem,
  recorded,
  START_MS,
  SWEEP_PERIOD_MS,
} from '../support/functions/deliveries.ts';
import { sweepOn } from '../support/functions/pipeline.ts';
import { recordingTelemetry } from '../support/functions/telemetry.ts';
import { asOperator } from '../support/table/as-operator.ts';
import { testTable } from '../support/table/table.ts';

let table: Table;
let telemetry: ReturnType<typeof recordingTelemetry>;
beforeEach(async () => {
  table = await testTable();
  telemetry = recordingTelemetry();
});

describe('metrics of the authorizer', () => {
  const authorize = (authorization?: string) =>
    createAuthorizer({ ...telemetry, table, nowMs: () => START_MS })({
      resource: '/v1/whoami',
      pathParameters: null,
      multiValueHeaders: authorization === undefined ? {} : { Authorization: [authorization] },
      requestContext: { requestId: 'request-1', identity: { sourceIp: '10.0.0.1' } },
    });
  const partner = async () => {
    const issueSecret = async () => ({ ciphertext: 'c2VhbGVk', hint: '00ff' });
    return createPartner({ table, issueSecret, nowMs: () => START_MS }, { name: 'Acme', scopes: ['tenants'] });
  };

  it('a missing, unknown or revoked API key counts as failed authentication', async () => {
    const { apiKey, partner: made } = await partner();
    await authorize(`Bearer ${apiKey}`);
    expect(telemetry.noted()).toEqual({});
    await authorize();
    await authorize(`Bearer svc_partner_${'0'.repeat(64)}`);
    await revokeKey(asOperator(table), made.partnerId);
    await authorize(`Bearer ${apiKey}`);
    // A missing key is not an invalid one.
    expect(telemetry.noted()).toEqual({ authFailed: 3, invalidKey: 2 });
  });

  it('each request over the rate limit counts as rate-limited, with or without an API key', async () => {
    const { apiKey } = await partner();
    for (let n = 0; n < 30; n += 1) await authorize(`Bearer ${apiKey}`);
    expect(telemetry.noted()).toEqual({});
    await authorize(`Bearer ${apiKey}`);
    await authorize();
    expect(telemetry.noted()).toEqual({ rateLimited: 2 });
  });
});

describe('metrics of record-call', () => {
  it('a new call of a partner without a webhook counts once as a skipped delivery', async () => {
    const [tenantId, partnerId] = [newLineId(), newPartnerId()];
    await putItem(table, { ...keys.line(tenantId), tenantId, partnerId, status: 'active' });
    const record = createRecordCall({ ...telemetry, callRecorder: callRecorderOn(table), nowMs: () => START_MS });
    const call = { callId: 'call-1', summary: 'Asked for a table' };
    await record({ tenantId, call });
    await record({ tenantId, call });
    expect(telemetry.noted()).toEqual({ callsRecorded: 1, skipped: 1 });

    await putItem(table, { ...keys.webhook(partnerId), url: 'https://p.example/', events: ['call.completed'] });
    await record({ tenantId, call: { ...call, callId: 'call-2' } });
    expect(telemetry.noted()).toEqual({ callsRecorded: 2, skipped: 1 });
  });
});

describe('metrics of the sweep', () => {
  const LATER_MS = START_MS + 2 * SWEEP_PERIOD_MS;
  const sweep = (accepts = true) =>
    sweepOn(
      { table, nowMs: () => LATER_MS },
      { ...telemetry, wakeUps: { sendAll: async (wakeUps) => (accepts ? [] : [...wakeUps]) } },
    )({}, { getRemainingTimeInMillis: () => 100_000 });

  it('a due delivery counts as rescued if the main queue accepts the wake-up from the sweep', async () => {
    await Promise.all([1, 2, 3].map(() => recorded(table, aCall())));
    await sweep();
    expect(telemetry.noted()).toEqual({ sweepRescued: 3 });
    await sweep();
    expect(telemetry.noted()).toEqual({ sweepRescued: 3 });
  });

  it.each<[string, Lane, boolean]>([
    ['of a partner in the slow lane', 'slow', true],
    ['whose wake-up no queue accepts', 'main', false],
  ])('the sweep counts no rescue for a delivery %s', async (_what, lane, accepts) => {
    const row = await recorded(table, aCall());
    if (lane === 'slow') await laneStore(table).mark(row.partnerId, LATE, LATER_MS);
    await sweep(accepts);
    expect(telemetry.noted()).toEqual({});
  });
});
