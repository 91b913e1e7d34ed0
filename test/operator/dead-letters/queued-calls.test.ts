import { describe, expect, it } from '@jest/globals';
import { fakeSqs } from '../fake-clients.ts';
import { ofEarlierVersion, operatorWorld, outputs } from '../operator-world.ts';
import { queueWorld } from './queue-world.ts';

const QUEUE = ['--queue', 'intake-dead-letters'];
const input = (callId: string) => ({
  tenantId: 'tn_1',
  call: { callId, summary: 'private words', callerNumber: '+821012345678' },
});

describe('calls in the dead-letter queue of the intake', () => {
  const queues = queueWorld();

  it('the command `dlq list` prints an unrecorded call without its content', async () => {
    await queues.send('intake-dead-letters', input('c-1'), { reason: 'call.callType: must be one of phone, web' });
    await queues.send('intake-dead-letters', input('c-2'));
    await queues.send('intake-dead-letters', 'not JSON', { reason: 'A JSON object is required' });
    const { run } = await queues.operator();
    const { out } = await run('--json', 'dlq', 'list');
    const about = { queue: 'intake-dead-letters', partnerId: null };
    expect(JSON.parse(out)).toMatchObject([
      { ...about, callIds: ['c-1'], note: 'refused: call.callType: must be one of phone, web' },
      { ...about, callIds: ['c-2'], note: 'the call could not be recorded for four days' },
      { ...about, callIds: [], note: 'refused: A JSON object is required' },
    ]);
    expect(out).not.toMatch(/private|1234/);
  });

  it('the command `dlq redrive` returns unrecorded calls to the queue of calls without changing them', async () => {
    await queues.send('intake-dead-letters', input('c-1'), { reason: 'No line has this id' });
    await queues.send('intake-dead-letters', input('c-2'));
    const { json } = await queues.operator();
    expect(await json('dlq', 'redrive', ...QUEUE)).toEqual({ matched: 2, redriven: 2 });
    expect(await queues.bodies('intake')).toEqual([input('c-1'), input('c-2')]);
    expect([await queues.visible('intake-dead-letters'), await queues.visible('main')]).toEqual([0, 0]);
  });

  it('the command `dlq redrive` tells SQS to move refused calls to the intake queue', async () => {
    const asked: unknown[] = [];
    const sqs = fakeSqs(({ operation, body }) => {
      asked.push({ operation, body });
      if (operation === 'GetQueueAttributes') {
        const { QueueUrl } = body as { QueueUrl: string };
        return { body: { Attributes: { QueueArn: `arn of ${QueueUrl.split('/').at(-1)}` } } };
      }
      const task = { Status: 'COMPLETED', ApproximateNumberOfMessagesToMove: 3, ApproximateNumberOfMessagesMoved: 3 };
      return { body: operation === 'ListMessageMoveTasks' ? { Results: [task] } : {} };
    });
    const named = {
      IntakeQueueUrl: 'https://sqs.eu-west-1.amazonaws.com/000000000000/intake',
      IntakeDeadLetterQueueUrl: 'https://sqs.eu-west-1.amazonaws.com/000000000000/dead',
    };
    const { json } = await operatorWorld({ parts: { sqs, outputs: { ...outputs, ...named } } });
    expect(await json('dlq', 'redrive', ...QUEUE)).toEqual({ matched: 3, redriven: 3 });
    expect(asked).toContainEqual({
      operation: 'StartMessageMoveTask',
      body: { SourceArn: 'arn of dead', DestinationArn: 'arn of intake' },
    });
  });

  it('the command `dlq drop` warns that a message with a call may be the only copy of that call', async () => {
    await queues.send('intake-dead-letters', input('c-1'));
    const about = { agrees: false, parts: { keepsData: true } };
    const { json, run, questions } = await queues.operator(about);
    const [listed] = await json('dlq', 'list', ...QUEUE);
    await run('dlq', 'drop', ...QUEUE, '--message', listed.messageId);
    expect(questions).toEqual([expect.stringContaining('It may be the only copy of a finished call.')]);
    expect(await queues.visible('intake-dead-letters')).toBe(1);
  });

  it('the command `dlq list --queue intake-dead-letters` fails on a stack of an earlier version', async () => {
    const noMessages = fakeSqs(() => ({ body: {} }));
    const { json, run } = await operatorWorld({ parts: { sqs: noMessages, outputs: ofEarlierVersion } });
    expect(await json('dlq', 'list')).toEqual([]);
    expect(await run('dlq', 'list', ...QUEUE)).toMatchObject({
      code: 1,
      err: expect.stringContaining('The stack has no output IntakeDeadLetterQueueUrl; deploy this version first.'),
    });
  });
});
