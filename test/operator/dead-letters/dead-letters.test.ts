import { createHash } from 'node:crypto';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { describe, expect, it } from '@jest/globals';
import { type Asked, fakeSqs, rejection } from '../fake-clients.ts';
import { operatorWorld, outputs } from '../operator-world.ts';
import { queueWorld, wakeUpOf } from './queue-world.ts';

describe('the `dlq` commands for dead letters', () => {
  const queues = queueWorld();

  it('the command `dlq list` leaves the dead letters in the queue', async () => {
    await queues.send('dead-letters', wakeUpOf('call_1'));
    const { json } = await queues.operator();
    expect(await json('dlq', 'list')).toEqual([
      {
        queue: 'dead-letters',
        messageId: expect.any(String),
        since: expect.stringMatching(/^\d{4}-.*Z$/),
        receivedCount: 1,
        callIds: ['call_1'],
        partnerId: 'pt_1',
        note: null,
      },
    ]);
    expect(await queues.visible('dead-letters')).toBe(1);
    expect(await json('dlq', 'list', '--queue', 'dead-letters')).toMatchObject([{ receivedCount: 2 }]);
    expect(await json('dlq', 'list', '--queue', 'relay-failures')).toEqual([]);
  });

  it('the command `dlq list` prints each of 57 dead letters once', async () => {
    const callIds = Array.from({ length: 57 }, (_, n) => `call_${n}`);
    for (const callId of callIds) await queues.send('dead-letters', wakeUpOf(callId));
    const { json } = await queues.operator();
    const listed: { callIds: string[] }[] = await json('dlq', 'list');
    expect(listed.flatMap((one) => one.callIds).sort()).toEqual(callIds.sort());
    expect(await queues.visible('dead-letters')).toBe(57);
  });

  it('the command `dlq list` does not print the content of an unreadable dead letter', async () => {
    await queues.send('dead-letters', '{"v":9,"summary":"private"}');
    await queues.send('dead-letters', 'not JSON');
    const { run } = await queues.operator();
    const { out } = await run('--json', 'dlq', 'list');
    expect(JSON.parse(out)).toMatchObject([
      { callIds: [], partnerId: null, note: 'the message is not a wake-up that this version can read' },
      { callIds: [], partnerId: null, note: 'the message is not a wake-up that this version can read' },
    ]);
    expect(out).not.toContain('private');
  });

  it('the command `dlq redrive` moves dead letters back to their queue unchanged', async () => {
    await queues.send('dead-letters', wakeUpOf('call_1'));
    await queues.send('dead-letters', wakeUpOf('call_2'));
    const { json } = await queues.operator();
    expect(await json('dlq', 'redrive')).toEqual({ matched: 2, redriven: 2 });
    expect(await queues.visible('dead-letters')).toBe(0);
    expect(await queues.bodies('main')).toEqual([wakeUpOf('call_1'), wakeUpOf('call_2')]);
    expect(await json('dlq', 'redrive')).toEqual({ matched: 0, redriven: 0 });
  });

  it('the command `dlq redrive` warns that unreadable dead letters will return with new ids', async () => {
    await queues.send('dead-letters', { summary: 'private' });
    await queues.send('dead-letters', wakeUpOf('call_1'));
    const { run } = await queues.operator();
    const { code, out, err } = await run('--json', 'dlq', 'redrive', '--queue', 'dead-letters');
    expect([code, JSON.parse(out)]).toEqual([0, { matched: 2, redriven: 2 }]);
    expect(err.split('\n')).toEqual([
      expect.stringMatching(
        /^This version cannot read message \S+ as a wake-up, so the message will return to the queue dead-letters with a new id\. Then delete the returned message: /,
      ),
      '',
    ]);
    expect(err).toContain('dlq drop --queue dead-letters --message ID');
  });

  it('the command `dlq drop` deletes one dead letter by id', async () => {
    await queues.send('dead-letters', wakeUpOf('call_1'));
    await queues.send('dead-letters', { summary: 'private' });
    const { json, run } = await queues.operator();
    const listed: { messageId: string; callIds: string[] }[] = await json('dlq', 'list');
    const foreign = listed.find(({ callIds }) => callIds.length === 0)?.messageId ?? '';
    const drop = ['--json', 'dlq', 'drop', '--queue', 'dead-letters', '--message', foreign];
    const { code, out } = await run(...drop);
    expect([code, JSON.parse(out)]).toEqual([
      0,
      [
        expect.objectContaining({
          messageId: foreign,
          note: 'the message is not a wake-up that this version can read',
          dropped: true,
        }),
      ],
    ]);
    expect(out).not.toContain('private');
    expect(await json('dlq', 'list')).toMatchObject([{ callIds: ['call_1'] }]);
    expect(await run(...drop)).toEqual({
      code: 1,
      out: '',
      err: `The queue dead-letters has no message ${foreign}, or another process is reading that message at the moment.\n`,
    });
    expect(await queues.visible('dead-letters')).toBe(1);
  });

  it('a dead letter is duplicated, but not lost, if the operator tool crashes during the move', async () => {
    await queues.send('dead-letters', wakeUpOf('call_1'));
    const sqs = queues.sqs();
    const deathBeforeDeletion: Pick<SQSClient, 'send'> = Object.create(sqs, {
      send: {
        value: (command: { constructor: { name: string } }) => {
          if (command.constructor.name === 'DeleteMessageCommand') throw new Error('killed');
          return Reflect.apply(sqs.send, sqs, [command]);
        },
      },
    });
    const { run } = await queues.operator({ parts: { sqs: deathBeforeDeletion } });
    expect(await run('dlq', 'redrive', '--queue', 'dead-letters')).toMatchObject({ code: 1 });
    expect([await queues.visible('dead-letters'), await queues.visible('main')]).toEqual([1, 1]);
  });
});

describe('the command `dlq redrive` on AWS', () => {
  const ARN = 'arn:aws:sqs:eu-west-1:000000000000:dead';
  const Body = 'not JSON';
  const MD5OfBody = createHash('md5').update(Body).digest('hex');
  /** Returns a fake SQS whose task for moving messages ends with the given result at the second look. */
  function world(task: Readonly<Record<string, unknown>>) {
    const asked: string[] = [];
    const responses: Readonly<Record<string, (asked: Asked) => unknown>> = {
      GetQueueAttributes: () => ({ Attributes: { QueueArn: ARN } }),
      StartMessageMoveTask: () => ({ TaskHandle: 'handle' }),
      ListMessageMoveTasks: () => ({
        Results: [asked.filter((one) => one === 'ListMessageMoveTasks').length === 1 ? { Status: 'RUNNING' } : task],
      }),
      ReceiveMessage: () => ({
        Messages: asked.includes('DeleteMessage')
          ? []
          : [{ MessageId: 'm-1', ReceiptHandle: 'r-1', Body, MD5OfBody, Attributes: { MessageGroupId: 'pt_1' } }],
      }),
      SendMessage: ({ body }) => {
        sent.push(body);
        return { MessageId: 'm-2', MD5OfMessageBody: MD5OfBody };
      },
      DeleteMessage: () => ({}),
    };
    const sent: unknown[] = [];
    const client = fakeSqs((one) => {
      asked.push(one.operation);
      return { body: responses[one.operation]?.(one) ?? {} };
    });
    return { asked, sent, operator: operatorWorld({ parts: { sqs: client } }) };
  }

  it('on AWS, the command `dlq redrive` waits until SQS has moved the dead letters', async () => {
    const { asked, sent, operator } = world({
      Status: 'COMPLETED',
      ApproximateNumberOfMessagesMoved: 7,
      ApproximateNumberOfMessagesToMove: 7,
    });
    const { json, sleptMs } = await operator;
    expect(await json('dlq', 'redrive', '--queue', 'dead-letters')).toEqual({ matched: 7, redriven: 7 });
    expect(asked).not.toContain('DeleteMessage');
    expect(sent).toEqual([]);
    expect(sleptMs).toEqual([1_000]);
  });

  it('the operator tool itself moves dead letters on AWS if SQS cannot find their source queue', async () => {
    const { sent, operator } = world({
      Status: 'FAILED',
      FailureReason: 'CouldNotDetermineMessageSource',
      ApproximateNumberOfMessagesMoved: 2,
    });
    const { json } = await operator;
    expect(await json('dlq', 'redrive', '--queue', 'dead-letters')).toEqual({ matched: 3, redriven: 3 });
    expect(sent).toEqual([{ QueueUrl: outputs.DeliveryQueueUrl, MessageBody: Body, MessageGroupId: 'pt_1' }]);
  });

  it('the command `dlq redrive` prints the error of AWS if the operator has no right to move messages', async () => {
    const client = fakeSqs(() =>
      rejection('AccessDeniedException', 'not authorized to perform sqs:StartMessageMoveTask'),
    );
    const { run } = await operatorWorld({ parts: { sqs: client } });
    const { code, err } = await run('dlq', 'redrive', '--queue', 'dead-letters');
    expect([code, err]).toEqual([
      1,
      'Not done: AccessDeniedException, not authorized to perform sqs:StartMessageMoveTask\n',
    ]);
  });
});
