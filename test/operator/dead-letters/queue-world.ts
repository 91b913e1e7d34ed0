import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import type { QueueName } from '../../../operator/console/protocol/queues.ts';
import { urlOf } from '../../../operator/queues/queues.ts';
import { testSettings } from '../../support/access.ts';
import { NOW_MS } from '../../support/functions/line-world.ts';
import { startFauxqs } from '../../support/table/engine.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { operatorWorld, outputs } from '../operator-world.ts';

export const wakeUpOf = (callId: string) => ({ v: 1, callId, partnerId: 'pt_1', tenantId: 'tn_1', storedAtMs: NOW_MS });

type About = NonNullable<Parameters<typeof operatorWorld>[0]>;

/** Returns the embedded engines for the tests of a block. Each test gets its own queues. */
export function queueWorld() {
  const streams = new DynamoDBStreamsClient(testSettings(process.env['TEST_DYNAMODB_ENDPOINT'] ?? ''));
  const folder = temporaryFolder('dlq-');
  let engine: Awaited<ReturnType<typeof startFauxqs>>;
  let sqs: SQSClient;
  /** The outputs of the stack, with the queues of this test. */
  let own: typeof outputs;
  let count = 0;

  beforeAll(async () => {
    engine = await startFauxqs(folder);
    sqs = new SQSClient(testSettings(engine.endpoint));
  });
  beforeEach(async () => {
    count += 1;
    const queues = Object.entries(outputs).filter(([name]) => name.endsWith('QueueUrl'));
    const urls = queues.map(async ([name, url]) => {
      const asked = new CreateQueueCommand({ QueueName: `${url.split('/').at(-1)}-${count}` });
      return [name, (await sqs.send(asked)).QueueUrl ?? ''] as const;
    });
    own = { ...outputs, ...Object.fromEntries(await Promise.all(urls)) };
  });
  afterAll(async () => {
    sqs.destroy();
    streams.destroy();
    await engine.stop();
  });

  const at = (queue: QueueName) => urlOf({ outputs: own }, queue);

  return {
    streams,
    sqs: () => sqs,
    /** Returns the command line on these queues, with the parts that the test replaces. */
    operator: (about: About = {}) => operatorWorld({ ...about, parts: { sqs, streams, outputs: own, ...about.parts } }),
    send(queue: QueueName, body: unknown, { reason }: { readonly reason?: string } = {}) {
      const MessageBody = typeof body === 'string' ? body : JSON.stringify(body);
      const MessageAttributes = reason === undefined ? {} : { reason: { DataType: 'String', StringValue: reason } };
      return sqs.send(new SendMessageCommand({ QueueUrl: at(queue), MessageBody, MessageAttributes }));
    },
    async visible(queue: QueueName): Promise<number> {
      const asked = new GetQueueAttributesCommand({ QueueUrl: at(queue), AttributeNames: ['All'] });
      const { Attributes } = await sqs.send(asked);
      return Number(Attributes?.ApproximateNumberOfMessages);
    },
    async bodies(queue: QueueName): Promise<unknown[]> {
      const asked = new ReceiveMessageCommand({ QueueUrl: at(queue), MaxNumberOfMessages: 10 });
      const { Messages = [] } = await sqs.send(asked);
      return Messages.map(({ Body = '' }) => JSON.parse(Body));
    },
  };
}
