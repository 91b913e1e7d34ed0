import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterEach, describe, expect, it } from '@jest/globals';
import { testSettings } from '../../../support/access.ts';
import { obstacleToSmallDisks, type SmallDisk, smallDisk } from '../../../support/machine/small-disk.ts';
import { type Engine, startFauxqs } from '../../../support/table/engine.ts';
import { until } from '../../../support/until.ts';

const obstacle = obstacleToSmallDisks();
const describeOnSmallDisk = obstacle ? describe.skip : describe; // test/local/full-disk.test.ts prints why

let engine: Engine | undefined;
afterEach(async () => {
  await engine?.stop();
});

/** Creates the queues `main` and `dead-letters`. A message moves to the latter when it is received a second time. */
async function queues({ endpoint }: Engine) {
  const sqs = new SQSClient({ ...testSettings(endpoint), maxAttempts: 1 });
  const urlOf = (name: string) => `${endpoint}/000000000000/${name}`;
  await sqs.send(new CreateQueueCommand({ QueueName: 'dead-letters' }));
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: urlOf('dead-letters'), AttributeNames: ['QueueArn'] }),
  );
  const RedrivePolicy = JSON.stringify({
    deadLetterTargetArn: Attributes?.['QueueArn'],
    maxReceiveCount: 1,
  });
  const attributes = { VisibilityTimeout: '1', MessageRetentionPeriod: '3600', RedrivePolicy };
  await sqs.send(new CreateQueueCommand({ QueueName: 'main', Attributes: attributes }));
  return {
    send: (body: string, DelaySeconds = 0) =>
      sqs.send(new SendMessageCommand({ QueueUrl: urlOf('main'), MessageBody: body, DelaySeconds })),
    /** Receives messages. Returns each body with its receive count. */
    async receive(name: 'main' | 'dead-letters'): Promise<[string | undefined, string | undefined][]> {
      const command = new ReceiveMessageCommand({
        ...{ QueueUrl: urlOf(name), MaxNumberOfMessages: 10 },
        MessageSystemAttributeNames: ['ApproximateReceiveCount'],
      });
      const { Messages = [] } = await sqs.send(command);
      return Messages.map(({ Body, Attributes: about }) => [Body, about?.ApproximateReceiveCount]);
    },
    async counts(name: 'main' | 'dead-letters') {
      const { Attributes: counted = {} } = await sqs.send(
        new GetQueueAttributesCommand({ QueueUrl: urlOf(name), AttributeNames: ['All'] }),
      );
      const { ApproximateNumberOfMessages, ApproximateNumberOfMessagesDelayed } = counted;
      return { visible: Number(ApproximateNumberOfMessages), delayed: Number(ApproximateNumberOfMessagesDelayed) };
    },
  };
}

describeOnSmallDisk('the embedded queues on a disk that is full for a while', () => {
  let disk: SmallDisk;
  const onSmallDisk = async () => {
    disk = await smallDisk(2);
    engine = await startFauxqs(join(disk.inside, 'sqs'), { through: disk.through });
    return queues(engine);
  };
  afterEach(async () => {
    await engine?.stop();
    await disk.remove();
  });

  it('a receive request that fails because of a full disk does not raise the receive count of a message', async () => {
    const { send, receive } = await onSmallDisk();
    for (const body of ['one', 'two']) await send(body);
    disk.fill();
    for (let tries = 0; tries < 3; tries += 1) await expect(receive('main')).rejects.toThrow();
    await expect(send('three')).rejects.toThrow();
    disk.free();
    expect(await receive('main')).toEqual([
      ['one', '1'],
      ['two', '1'],
    ]);
  });

  it('a message is not lost when it moves to a dead-letter queue while the disk is full', async () => {
    const { send, receive, counts } = await onSmallDisk();
    await send('failing');
    expect(await receive('main')).toEqual([['failing', '1']]);
    await until(async () => (await counts('main')).visible === 1);
    disk.fill();
    await expect(receive('main')).rejects.toThrow();
    expect([await counts('main'), await counts('dead-letters')]).toMatchObject([{ visible: 1 }, { visible: 0 }]);
    disk.free();
    expect(await receive('main')).toEqual([]);
    expect([await counts('main'), await counts('dead-letters')]).toMatchObject([{ visible: 0 }, { visible: 1 }]);
  });
});

describe('the clock of the embedded queues', () => {
  let folder: string;
  const at = async (clockOffsetMs: number) => {
    await engine?.stop();
    engine = await startFauxqs(folder, { clockOffsetMs });
    return queues(engine);
  };
  afterEach(() => rmSync(folder, { recursive: true }));

  it('the embedded queues measure delays and retention periods with the clock of the service', async () => {
    folder = mkdtempSync(join(tmpdir(), 'sqs-storage-'));
    const today = await at(0);
    await today.send('at once');
    await today.send('later', 900);
    expect(await today.counts('main')).toEqual({ visible: 1, delayed: 1 });

    expect(await (await at(900_000)).counts('main')).toEqual({ visible: 2, delayed: 0 });
    expect(await (await at(3_601_000)).counts('main')).toEqual({ visible: 0, delayed: 0 });
    // Expired messages are also deleted from the disk, so they do not come back when the clock is set back.
    expect(await (await at(0)).counts('main')).toEqual({ visible: 0, delayed: 0 });
  });
});
