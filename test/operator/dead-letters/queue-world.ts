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
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { testSettings } from '../../support/access.ts';
import { NOW_MS } from '../../support/functions/line-world.ts';
import { startFauxqs } from '../../support/table/engine.ts';
import { operatorWorld, outputs } from '../operator-world.ts';

export const wakeUpOf = (callId: string) => ({ v: 1, callId, partnerId: 'pt_1', tenantId: 'tn_1', storedAtMs: NOW_MS });

type About = NonNullable<Parameters<typeof operatorWorld>[0]>;

type Queue = 'main' | 'slow' | 'hung' | 'dead' | 'relay' | 'intake' | 'intakeDead';

/** Returns the embedded engines for the tests of a block. Each test gets its own queues. */
export function queueWorld() {
  const streams = new DynamoDBStreamsClient(testSettings(process.env['TEST_DYNAMODB_ENDPOINT'] ?? ''));
  let folder: string;
  let engine: Awaited<ReturnType<typeof startFauxqs>>;
  let sqs: SQSClient;
  let urls: Readonly<Record<Queue, string>>;
  let count = 0;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'dlq-'));
    engine = await startFauxqs(folder);
    sqs = new SQSClient(testSettings(engine.endpoint));
  });
  beforeEach(async () => {
    count += 1;
    const [main, slow, hung, dead, relay, intake, intakeDead] = await Promise.all([
      queueNamed(`main-${count}`),
      queueNamed(`slow-${count}`),
      queueNamed(`hung-${count}`),
      queueNamed(`dead-${count}`),
      queueNamed(`relay-${count}`),
      queueNamed(`intake-${count}`),
      queueNamed(`intake-dead-${count}`),
    ]);
    urls = { main, slow, hung, dead, relay, intake, intakeDead };
  });
  afterAll(async () => {
    sqs.destroy();
    streams.destroy();
    await engine.stop();
    rmSync(folder, { recursive: true });
  });

  async function queueNamed(QueueName: string): Promise<string> {
    const { QueueUrl = '' } = await sqs.send(new CreateQueueCommand({ QueueName }));
    return QueueUrl;
  }

  return {
    streams,
    sqs: () => sqs,
    /** Returns the command line on these queues, with the parts that the test replaces. */
    operator(about: About = {}) {
      const queueUrls = {
        DeliveryQueueUrl: urls.main,
        SlowQueueUrl: urls.slow,
        HungQueueUrl: urls.hung,
        DeadLetterQueueUrl: urls.dead,
        RelayFailureQueueUrl: urls.relay,
        IntakeQueueUrl: urls.intake,
        IntakeDeadLetterQueueUrl: urls.intakeDead,
      };
      const parts = { sqs, streams, outputs: { ...outputs, ...queueUrls } };
      return operatorWorld({ ...about, parts: { ...parts, ...about.parts } });
    },
    send(queue: Queue, body: unknown, { reason }: { readonly reason?: string } = {}) {
      const MessageBody = typeof body === 'string' ? body : JSON.stringify(body);
      const MessageAttributes = reason === undefined ? {} : { reason: { DataType: 'String', StringValue: reason } };
      return sqs.send(new SendMessageCommand({ QueueUrl: urls[queue], MessageBody, MessageAttributes }));
    },
    async visible(queue: Queue): Promise<number> {
      const asked = new GetQueueAttributesCommand({ QueueUrl: urls[queue], AttributeNames: ['All'] });
      const { Attributes } = await sqs.send(asked);
      return Number(Attributes?.ApproximateNumberOfMessages);
    },
    async bodies(queue: Queue): Promise<unknown[]> {
      const asked = new ReceiveMessageCommand({ QueueUrl: urls[queue], MaxNumberOfMessages: 10 });
      const { Messages = [] } = await sqs.send(asked);
      return Messages.map(({ Body = '' }) => JSON.parse(Body));
    },
  };
}
