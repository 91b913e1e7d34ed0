import { ChangeMessageVisibilityCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { describe, expect, it } from '@jest/globals';
import { createHandler } from '../../../functions/intake/handler.ts';
import { intakeQueue } from '../../../functions/intake/queue.ts';
import { listRejectedCalls } from '../../../operator/calls/rejected-calls.ts';
import { newLineId, newPartnerId } from '../../../shared/domain/ids.ts';
import type { Table } from '../../../shared/store/table/connect.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { clientOf } from '../../support/aws/client-of.ts';
import { callRecorderOn, itemAt, putItem, START_MS } from '../../support/functions/deliveries.ts';
import { queuedCall, sqsEvent } from '../../support/functions/delivery-world.ts';
import { recordingTelemetry } from '../../support/functions/telemetry.ts';
import { intercepted } from '../../support/table/faulty.ts';
import { testTable } from '../../support/table/table.ts';

const SETTINGS = {
  queueUrl: 'https://sqs.test/intake',
  deadLetterQueueUrl: 'https://sqs.test/dead',
  retryBaseMs: 60_000,
};
const tenantId = newLineId();
const aCall = () => ({ callId: `c-${crypto.randomUUID()}`, summary: 'Asked for a table' });

const table = await testTable();
await putItem(table, { ...keys.line(tenantId), tenantId, partnerId: newPartnerId(), status: 'active' });

/** Returns intake on a table, and what it does with messages. */
function intakeOn(on: Table, { isQueueDown = false } = {}) {
  const hidden: unknown[] = [];
  const laidAside: unknown[] = [];
  const sqs = clientOf(SQSClient, async (command: unknown) => {
    if (isQueueDown) throw new Error('no response');
    if (command instanceof ChangeMessageVisibilityCommand) hidden.push(command.input);
    if (command instanceof SendMessageCommand) laidAside.push(command.input);
  });
  const { noted, ...telemetry } = recordingTelemetry();
  const queue = intakeQueue(sqs, SETTINGS);
  const handle = createHandler({ ...telemetry, callRecorder: callRecorderOn(on), nowMs: () => START_MS, queue });
  return { handle, noted, hidden, laidAside };
}

const failing = () => intercepted(table, () => Promise.reject(new Error('no response')));
const hasDelivery = async (callId: string) => (await itemAt(table, keys.delivery(callId))) !== undefined;

describe('the function `intake`, which records calls from the queue', () => {
  it('each call of a batch is recorded once, even if the batch contains two messages about the call', async () => {
    const calls = Array.from({ length: 4 }, aCall);
    const { handle, noted, hidden, laidAside } = intakeOn(table);
    const event = sqsEvent(...[...calls, ...calls].map((call) => queuedCall({ tenantId, call })));
    expect(await handle(event)).toEqual({ batchItemFailures: [] });
    expect(await Promise.all(calls.map(({ callId }) => hasDelivery(callId)))).toEqual(calls.map(() => true));
    expect(noted()).toMatchObject({ callsRecorded: 4 });
    expect([hidden, laidAside]).toEqual([[], []]);
  });

  it('the intake moves a refused call to the dead-letter queue with the reason', async () => {
    const own = await testTable();
    const { handle, noted, laidAside } = intakeOn(own);
    const input = { tenantId, call: { callId: 'c-1', summary: ' ' } };
    const message = queuedCall(input);
    const grouped = { ...message, attributes: { ...message.attributes, MessageGroupId: tenantId } };
    expect(await handle(sqsEvent(grouped))).toEqual({ batchItemFailures: [] });
    const reason = 'call.summary: must not be blank';
    expect(laidAside).toEqual([
      {
        QueueUrl: SETTINGS.deadLetterQueueUrl,
        MessageBody: JSON.stringify(input),
        MessageGroupId: tenantId,
        MessageAttributes: { reason: { DataType: 'String', StringValue: reason } },
      },
    ]);
    expect(noted()).toEqual({ callsRejected: 1 });
    const rejected = await listRejectedCalls({ table: own, nowMs: () => START_MS }, { limit: 10 });
    expect(rejected).toEqual([{ atMs: START_MS, callId: 'c-1', tenantId, way: 'queued', reason }]);
  });

  it.each(['not JSON', '', '[]', 'null'])('the intake refuses a message with the body %j', async (body) => {
    const { handle, laidAside } = intakeOn(table);
    expect(await handle(sqsEvent(queuedCall(body)))).toEqual({ batchItemFailures: [] });
    const StringValue = 'A JSON object is required';
    expect(laidAside).toMatchObject([{ MessageBody: body, MessageAttributes: { reason: { StringValue } } }]);
  });

  it('a refused call stays in the queue if the dead-letter queue does not accept the message', async () => {
    const message = queuedCall({ tenantId, call: { callId: 'c-1', summary: ' ' } });
    const { handle } = intakeOn(table, { isQueueDown: true });
    expect(await handle(sqsEvent(message))).toEqual({ batchItemFailures: [{ itemIdentifier: message.messageId }] });
  });

  it('a call stays hidden in the queue after a fault of the service', async () => {
    const call = aCall();
    const message = queuedCall({ tenantId, call }, 3);
    const { handle, noted, hidden, laidAside } = intakeOn(failing());
    expect(await handle(sqsEvent(message))).toEqual({ batchItemFailures: [{ itemIdentifier: message.messageId }] });
    const { receiptHandle: ReceiptHandle } = message;
    expect(hidden).toEqual([{ QueueUrl: SETTINGS.queueUrl, ReceiptHandle, VisibilityTimeout: 240 }]);
    expect([laidAside, noted()]).toEqual([[], { unhandledError: 1 }]);
    await intakeOn(table).handle(sqsEvent(message));
    expect(await hasDelivery(call.callId)).toBe(true);
  });

  it('the intake records the other calls of a batch if one call cannot be recorded', async () => {
    const [fine, bad] = [aCall(), aCall()];
    const partly = intercepted(table, (command) =>
      JSON.stringify(command.input).includes(bad.callId)
        ? Promise.reject(new Error('no response'))
        : table.db.send(command),
    );
    const messages = [fine, bad].map((call) => queuedCall({ tenantId, call }));
    const response = await intakeOn(partly).handle(sqsEvent(...messages));
    expect(response).toEqual({ batchItemFailures: [{ itemIdentifier: messages[1]?.messageId }] });
    expect([await hasDelivery(fine.callId), await hasDelivery(bad.callId)]).toEqual([true, false]);
  });
});
