import { SQSClient } from '@aws-sdk/client-sqs';
import { describe, expect, it } from '@jest/globals';
import {
  delaySecondsOf,
  type ScheduledWakeUp,
  wakeUp,
  wakeUpQueues,
} from '../../../../shared/delivery/wake-ups/queue.ts';
import { QUEUE_URLS } from '../../../support/functions/lanes.ts';

const { main: MAIN, slow: SLOW } = QUEUE_URLS;

interface Entry {
  readonly Id: string;
  readonly MessageBody: string;
  readonly MessageGroupId: string;
  readonly DelaySeconds: number;
}
interface Request {
  readonly QueueUrl: string;
  readonly Entries: readonly Entry[];
}

/** Connects the SDK's own client to a queue that records its requests and rejects the named calls. */
function queues(rejecting: readonly string[] = []) {
  const requests: Request[] = [];
  const sqs = new SQSClient({
    region: 'eu-west-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    requestHandler: {
      handle: async ({ body }: { body: string }) => {
        const request: Request = JSON.parse(body);
        requests.push(request);
        const rejection = ({ MessageBody }: Entry) => rejecting.includes(wakeUp.parse(JSON.parse(MessageBody)).callId);
        const response = {
          Failed: request.Entries.filter(rejection).map(({ Id }) => ({ Id, Code: 'Throttled', SenderFault: false })),
          Successful: [],
        };
        const headers = { 'content-type': 'application/x-amz-json-1.0' };
        return { response: { statusCode: 200, headers, body: new Blob([JSON.stringify(response)]).stream() } };
      },
    },
    md5: false,
    endpoint: 'https://sqs.test',
  });
  return { requests, ...wakeUpQueues(sqs, QUEUE_URLS) };
}

const aWakeUp = (callId: string, about: Partial<ScheduledWakeUp> = {}): ScheduledWakeUp => ({
  delivery: { callId, partnerId: 'pt_1', tenantId: 'tn_1', storedAtMs: 1, attempts: 2 },
  lane: 'main',
  hops: 3,
  delayMs: 0,
  ...about,
});

describe('messages that wake deliveries', () => {
  it('a wake-up contains neither the attempt log nor the summary of a call', async () => {
    const { send, requests } = queues();
    const row = { ...aWakeUp('c-1').delivery, log: [{ outcome: 'status 503' }], summary: 'private' };
    await send(aWakeUp('c-1', { delivery: row, delayMs: 1_001 }));
    expect(requests).toEqual([
      {
        QueueUrl: MAIN,
        Entries: [
          {
            Id: '0',
            MessageBody:
              '{"v":1,"callId":"c-1","partnerId":"pt_1","tenantId":"tn_1","storedAtMs":1,"attempts":2,"hops":3}',
            MessageGroupId: 'pt_1',
            DelaySeconds: 2,
          },
        ],
      },
    ]);
  });

  it('a wake-up without a hop count has zero hops', () => {
    const { hops: _, ...before } = wakeUp.parse({ v: 1, ...aWakeUp('c-1').delivery, hops: 3 });
    expect(wakeUp.parse(before)).toEqual({ ...before, hops: 0 });
  });

  it('wake-ups are sent in batches of at most ten to the queues of their lanes', async () => {
    const { sendAll, requests } = queues();
    const many = Array.from({ length: 23 }, (_, n) => aWakeUp(`m-${n}`));
    expect(await sendAll([...many, aWakeUp('s-1', { lane: 'slow' })])).toEqual([]);
    expect(requests.map(({ QueueUrl, Entries }) => [QueueUrl, Entries.length])).toEqual([
      [MAIN, 10],
      [MAIN, 10],
      [MAIN, 3],
      [SLOW, 1],
    ]);
  });

  it('sendAll() returns the wake-ups that a queue rejects', async () => {
    const { sendAll, send } = queues(['c-1', 'c-12']);
    const many = Array.from({ length: 15 }, (_, n) => aWakeUp(`c-${n}`));
    expect(await sendAll(many)).toEqual([many[1], many[12]]);
    await expect(send(aWakeUp('c-1'))).rejects.toThrow('did not accept');
  });

  it.each([
    [-5, 0],
    [0, 0],
    [1, 1],
    [999, 1],
    [1_000, 1],
    [1_001, 2],
    [900_000, 900],
    [3_600_000, 900],
  ])('a wake-up that is due in %i ms gets a delay of %i s', (delayMs, seconds) => {
    expect(delaySecondsOf(delayMs)).toBe(seconds);
  });
});
