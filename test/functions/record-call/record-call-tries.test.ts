import { DynamoDBServiceException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from '@jest/globals';
import { createHandler } from '../../../functions/record-call/handler.ts';
import { TIMEOUT_SECONDS } from '../../../lib/functions/timeouts.ts';
import { CALLS_OVERLAP_SECONDS } from '../../../shared/contract/calls/calls.ts';
import { newLineId, newPartnerId } from '../../../shared/domain/ids.ts';
import { listCalls } from '../../../shared/store/calls/calls.ts';
import type { Table } from '../../../shared/store/table/connect.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { callRecorderOn, deliveryRow, itemAt, putItem, START_MS } from '../../support/functions/deliveries.ts';
import { silent } from '../../support/functions/telemetry.ts';
import { contendedOnce, delayedOnce, intercepted } from '../../support/table/faulty.ts';
import { testTable } from '../../support/table/table.ts';

const table = await testTable();
const [tenantId, partnerId] = [newLineId(), newPartnerId()];
await putItem(table, { ...keys.line(tenantId), tenantId, partnerId, status: 'active' });
await putItem(table, { ...keys.webhook(partnerId), url: 'https://p.example/', events: ['call.completed'] });

const SECOND_MS = 1_000;
const at = (ms: number) => new Date(ms).toISOString();
const aCall = () => ({ callId: `c-${crypto.randomUUID()}`, summary: 'Asked for a table' });

/** Returns record-call on its own table. Only the test and the waits between tries move its clock. */
function recorder(on: Table, { waits = async () => undefined as unknown } = {}) {
  const limitsMs: number[] = [];
  const limits: AbortController[] = [];
  const clock = { nowMs: START_MS };
  const pacing = {
    random: () => 0,
    sleepMs: async () => {
      clock.nowMs += SECOND_MS;
      await waits();
    },
  };
  const callRecorder = callRecorderOn(
    { ...table, pacing },
    {
      sendingOnce: on,
      limit: (durationMs) => {
        limitsMs.push(durationMs);
        limits.push(new AbortController());
        return limits.at(-1)?.signal ?? AbortSignal.abort();
      },
    },
  );
  const record = createHandler({ ...silent, callRecorder, nowMs: () => clock.nowMs });
  return {
    record: (call: object) => record({ tenantId, call }),
    clock,
    limitsMs,
    giveUp: () => limits.at(-1)?.abort(),
  };
}

const storedAt = (callId: string, ms: number) => itemAt(table, keys.call(tenantId, ms, callId));

describe('the stored time of a call after several tries', () => {
  it('a call is stored with the time of its second try if another write made the first try fail', async () => {
    const call = aCall();
    const { record } = recorder(contendedOnce(table));
    const later = START_MS + SECOND_MS;
    expect(await record(call)).toEqual({ callId: call.callId, startedAt: at(later), alreadyStored: false });
    expect(await storedAt(call.callId, later)).toMatchObject({ storedAtMs: later });
    expect(await deliveryRow(table, call.callId)).toMatchObject({ storedAtMs: later, nextAttemptAtMs: later });
  });

  it('a call is stored with the time of its second try if the first try timed out and never reached the table', async () => {
    const call = aCall();
    const delayed = delayedOnce(table);
    const { record, giveUp, limitsMs } = recorder(delayed.table);
    const recording = record(call);
    await delayed.sent;
    giveUp();
    expect(await recording).toMatchObject({ startedAt: at(START_MS + SECOND_MS), alreadyStored: false });
    expect(limitsMs).toEqual([5_000, 5_000]);
  });

  it('a call is stored with the time of its first try if that try timed out but reached the table', async () => {
    const call = aCall();
    const delayed = delayedOnce(table);
    const { record, giveUp } = recorder(delayed.table, { waits: () => delayed.arrive() });
    const recording = record(call);
    await delayed.sent;
    giveUp();
    expect(await recording).toEqual({ callId: call.callId, startedAt: at(START_MS), alreadyStored: true });
    expect(await storedAt(call.callId, START_MS + SECOND_MS)).toBeUndefined();
  });

  it('the stored time of a call does not change if a delayed first try reaches the table after the second try', async () => {
    const call = aCall();
    const delayed = delayedOnce(table);
    const { record, giveUp } = recorder(delayed.table);
    const recording = record(call);
    await delayed.sent;
    giveUp();
    const { startedAt } = Object(await recording);
    await delayed.arrive();
    expect(await storedAt(call.callId, START_MS)).toBeUndefined();
    expect(await record(call)).toEqual({ callId: call.callId, startedAt, alreadyStored: true });
  });
});

describe('failures of the transaction that records a call', () => {
  const failing = (name: string, httpStatusCode: number) =>
    new DynamoDBServiceException({ name, $fault: 'client', message: name, $metadata: { httpStatusCode } });

  /** Returns what DynamoDB sends when it cancels a transaction for these reasons, one for each item. */
  const cancelled = (...codes: readonly string[]) =>
    new TransactionCanceledException({
      message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes.join(', ')}]`,
      CancellationReasons: codes.map((Code) => ({ Code })),
      $metadata: { httpStatusCode: 400 },
    });

  /**
   * Returns a table whose first transactions fail with the error. `tries` returns the number of all transactions so
   * far.
   */
  function failingTable(failures: number, error: Error) {
    let tries = 0;
    const failingFirst = intercepted(table, async (command) => {
      if (command instanceof TransactWriteCommand) tries += 1;
      if (command instanceof TransactWriteCommand && tries <= failures) throw error;
      return table.db.send(command);
    });
    return { failingFirst, tries: () => tries };
  }

  it.each([
    ['DynamoDB has an internal error', failing('InternalServerError', 500)],
    ['DynamoDB throttles the request', failing('ThrottlingException', 400)],
    ['the capacity of the table is used up', failing('ProvisionedThroughputExceededException', 400)],
    ['the account exceeds its request limit', failing('RequestLimitExceeded', 400)],
    ['DynamoDB throttles one item of it', cancelled('ThrottlingError', 'None')],
    ['the capacity for one item of it is used up', cancelled('None', 'ProvisionedThroughputExceeded')],
    ['the connection breaks', Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })],
  ])('the transaction that stores a call is retried if %s', async (_what, error) => {
    const { failingFirst, tries } = failingTable(2, error);
    const { record } = recorder(failingFirst);
    expect(await record(aCall())).toMatchObject({ startedAt: at(START_MS + 2 * SECOND_MS), alreadyStored: false });
    expect(tries()).toBe(3);
  });

  it.each([
    ['DynamoDB rejects the transaction as invalid', failing('ValidationException', 400)],
    ['DynamoDB rejects one item of it as invalid', cancelled('ValidationError', 'None')],
  ])('the transaction that stores a call is not retried if %s', async (_what, error) => {
    const { failingFirst, tries } = failingTable(1, error);
    await expect(recorder(failingFirst).record(aCall())).rejects.toThrow(error.message);
    expect(tries()).toBe(1);
  });

  it('with waits of a second, the last try to store a call starts 8 s after the first try', async () => {
    const { failingFirst, tries } = failingTable(100, failing('InternalServerError', 500));
    const { record, clock, limitsMs } = recorder(failingFirst);
    await expect(record(aCall())).rejects.toMatchObject({ cause: { name: 'InternalServerError' } });
    expect(clock.nowMs - START_MS).toBe(8 * SECOND_MS);
    expect(tries()).toBe(9);
    expect(8 * SECOND_MS + Math.max(...limitsMs)).toBeLessThan(TIMEOUT_SECONDS['record-call'] * SECOND_MS);
  });
});

describe('a call whose transaction was delayed', () => {
  it('a list of calls contains a call that was stored late if `since` includes the documented overlap', async () => {
    const [late, prompt] = [aCall(), aCall()];
    const delayed = delayedOnce(table);
    const recording = recorder(delayed.table).record(late);
    await delayed.sent;
    const newestMs = START_MS + 4 * SECOND_MS;
    const other = recorder(table);
    other.clock.nowMs = newestMs;
    await other.record(prompt);
    await delayed.arrive();
    expect(await recording).toMatchObject({ startedAt: at(START_MS) });

    const idsSince = async (sinceMs: number) =>
      (await listCalls(table, tenantId, { limit: 200, sinceMs, nowMs: START_MS })).calls.map(({ callId }) => callId);
    expect(await idsSince(newestMs)).not.toContain(late.callId);
    expect(await idsSince(newestMs - CALLS_OVERLAP_SECONDS * SECOND_MS)).toContain(late.callId);
  });
});
