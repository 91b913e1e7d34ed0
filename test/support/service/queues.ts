import {
  GetQueueAttributesCommand,
  type Message,
  PurgeQueueCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { clientSettings } from '../../../tooling/local-service.ts';
import { operator } from './operator.ts';
import type { Service } from './service.ts';

type Queue =
  | 'deliveryQueueUrl'
  | 'slowQueueUrl'
  | 'hungQueueUrl'
  | 'deadLetterQueueUrl'
  | 'relayFailureQueueUrl'
  | 'intakeQueueUrl'
  | 'intakeDeadLetterQueueUrl';

/** Returns the running service's queues for a test that inspects or damages them from outside. */
export function queuesOf(ready: Service['ready']) {
  const sqs = new SQSClient(clientSettings(ready.sqsEndpoint, ready.credentials));
  const sendText = (queue: Queue, MessageBody: string) =>
    sqs.send(new SendMessageCommand({ QueueUrl: ready[queue], MessageBody }));
  return {
    /** Counts the messages that wait. Delayed ones are included, those in flight are not. */
    async waiting(queue: Queue): Promise<number> {
      const AttributeNames = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesDelayed'] as const;
      const { Attributes } = await sqs.send(
        new GetQueueAttributesCommand({ QueueUrl: ready[queue], AttributeNames: [...AttributeNames] }),
      );
      return AttributeNames.reduce((sum, name) => sum + Number(Attributes?.[name] ?? 0), 0);
    },
    /** Returns up to ten messages, which stay in the queue. Each look counts as a receive. */
    async look(queue: Queue): Promise<readonly Message[]> {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({
          QueueUrl: ready[queue],
          MaxNumberOfMessages: 10,
          VisibilityTimeout: 0,
          MessageAttributeNames: ['All'],
          MessageSystemAttributeNames: ['All'],
        }),
      );
      return Messages;
    },
    purge: (queue: Queue) => sqs.send(new PurgeQueueCommand({ QueueUrl: ready[queue] })),
    send: (queue: Queue, body: unknown) => sendText(queue, JSON.stringify(body)),
    sendText,
  };
}

const LANES = [
  { mapping: 'deliver', queue: 'deliveryQueueUrl' },
  { mapping: 'deliver-slow', queue: 'slowQueueUrl' },
  { mapping: 'deliver-hung', queue: 'hungQueueUrl' },
] as const;

/**
 * Returns the queues of all lanes as one. On a busy machine a healthy receiver can take over a second to respond, and
 * the next wake-ups of its partner then wait in another lane.
 */
export function lanesOf(ready: Service['ready']) {
  const queues = queuesOf(ready);
  const turn = (verb: 'disable' | 'enable') =>
    Promise.all(LANES.map(({ mapping }) => operator(ready.dataDir, ['mapping', verb, '--name', mapping])));
  return {
    disable: () => turn('disable'),
    enable: () => turn('enable'),
    async waiting(): Promise<number> {
      const counts = await Promise.all(LANES.map(({ queue }) => queues.waiting(queue)));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    purge: () => Promise.all(LANES.map(({ queue }) => queues.purge(queue))),
  };
}
