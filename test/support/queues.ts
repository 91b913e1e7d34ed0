import { GetQueueAttributesCommand, PurgeQueueCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Service } from './service.ts';

type Queue = 'deliveryQueueUrl' | 'slowQueueUrl' | 'relayFailureQueueUrl';

/** The running service's queues, as somebody else with access to them sees and harms them. */
export function queuesOf(ready: Service['ready']) {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const sqs = new SQSClient({ endpoint: ready.sqsEndpoint, region: 'eu-west-1', credentials });
  return {
    /** Messages that wait, those with a delay included; not those that somebody has taken. */
    async waiting(queue: Queue): Promise<number> {
      const AttributeNames = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesDelayed'] as const;
      const { Attributes } = await sqs.send(
        new GetQueueAttributesCommand({ QueueUrl: ready[queue], AttributeNames: [...AttributeNames] }),
      );
      return AttributeNames.reduce((sum, name) => sum + Number(Attributes?.[name] ?? 0), 0);
    },
    purge: (queue: Queue) => sqs.send(new PurgeQueueCommand({ QueueUrl: ready[queue] })),
    send: (queue: Queue, body: unknown) =>
      sqs.send(new SendMessageCommand({ QueueUrl: ready[queue], MessageBody: JSON.stringify(body) })),
  };
}
