import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { clientSettings } from '../../bin/local/client-settings.ts';
import { startFauxqs } from '../support/engine.ts';
import { NOW_MS } from '../support/line-world.ts';
import { operatorWorld, outputs } from './operator-world.ts';

export const wakeUpOf = (callId: string) => ({ v: 1, callId, partnerId: 'pt_1', tenantId: 'tn_1', storedAtMs: NOW_MS });

type About = NonNullable<Parameters<typeof operatorWorld>[0]>;

/** The embedded engines, on which each test has queues of its own. */
export async function startQueues() {
  const folder = mkdtempSync(join(tmpdir(), 'dlq-'));
  const engine = await startFauxqs(folder);
  const sqs = new SQSClient(clientSettings(engine.endpoint));
  const streams = new DynamoDBStreamsClient(clientSettings(process.env['TEST_DYNAMODB_ENDPOINT'] ?? ''));
  let count = 0;

  const queueNamed = async (QueueName: string) => {
    const { QueueUrl = '' } = await sqs.send(new CreateQueueCommand({ QueueName }));
    return QueueUrl;
  };
  return {
    sqs,
    streams,
    async fresh() {
      count += 1;
      const [main, slow, dead, relay] = await Promise.all([
        queueNamed(`main-${count}`),
        queueNamed(`slow-${count}`),
        queueNamed(`dead-${count}`),
        queueNamed(`relay-${count}`),
      ]);
      const urls = {
        DeliveryQueueUrl: main,
        SlowQueueUrl: slow,
        DeadLetterQueueUrl: dead,
        RelayFailureQueueUrl: relay,
      };
      const parts = { sqs, streams, outputs: { ...outputs, ...urls } };
      /** The command line on these queues, but for what the test plays itself. */
      const operator = (about: About = {}) => operatorWorld({ ...about, parts: { ...parts, ...about.parts } });
      return { main, dead, relay, operator };
    },
    send: (QueueUrl: string, body: unknown) =>
      sqs.send(
        new SendMessageCommand({ QueueUrl, MessageBody: typeof body === 'string' ? body : JSON.stringify(body) }),
      ),
    async visible(QueueUrl: string): Promise<number> {
      const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }));
      return Number(Attributes?.ApproximateNumberOfMessages);
    },
    async bodies(QueueUrl: string): Promise<unknown[]> {
      const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }));
      return Messages.map(({ Body = '' }) => JSON.parse(Body));
    },
    async close() {
      sqs.destroy();
      streams.destroy();
      await engine.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
