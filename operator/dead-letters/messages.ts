import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';

type Sqs = Pick<SQSClient, 'send'>;

/** A message that lies in one of the queues, taken for a moment. */
export interface LaidAside {
  readonly messageId: string;
  readonly receiptHandle: string;
  readonly body: string;
  /** How often it was taken, this look included. */
  readonly receivedCount: number;
  readonly sentAtMs: number;
  readonly group?: string | undefined;
}

/** The most that SQS gives at once, and takes back at once. */
const PAGE_SIZE = 10;
/** While they are looked at nobody else sees them; so long, should this tool die meanwhile. */
const HIDDEN_SECONDS = 120;
/** A short poll asks only some of SQS's machines and may miss what there is. */
const WAIT_SECONDS = 1;

/**
 * Hands over what lies in the queue, page by page and each message once. What `look` answers stays in the queue and is
 * visible again at the end; the others it has removed.
 */
export async function eachPage(
  sqs: Sqs,
  queueUrl: string,
  look: (page: readonly LaidAside[]) => Promise<readonly LaidAside[]>,
): Promise<void> {
  const seen = new Set<string>();
  const held = new Map<string, LaidAside>();
  try {
    for (;;) {
      const page = await receive(sqs, queueUrl);
      // The newest handle of a message is the one that counts.
      for (const message of page) held.set(message.messageId, message);
      const unseen = page.filter(({ messageId }) => !seen.has(messageId));
      if (unseen.length === 0) return;
      const staying = new Set(await look(unseen));
      for (const message of unseen) {
        seen.add(message.messageId);
        if (!staying.has(message)) held.delete(message.messageId);
      }
    }
  } finally {
    await giveBack(sqs, queueUrl, [...held.values()]);
  }
}

async function receive(sqs: Sqs, QueueUrl: string): Promise<LaidAside[]> {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl,
      MaxNumberOfMessages: PAGE_SIZE,
      WaitTimeSeconds: WAIT_SECONDS,
      VisibilityTimeout: HIDDEN_SECONDS,
      MessageSystemAttributeNames: ['ApproximateReceiveCount', 'SentTimestamp', 'MessageGroupId'],
    }),
  );
  return Messages.map(laidAside);
}

const laidAside = ({ MessageId = '', ReceiptHandle = '', Body = '', Attributes = {} }: Message): LaidAside => ({
  messageId: MessageId,
  receiptHandle: ReceiptHandle,
  body: Body,
  receivedCount: Number(Attributes.ApproximateReceiveCount ?? 0),
  sentAtMs: Number(Attributes.SentTimestamp ?? 0),
  group: Attributes.MessageGroupId,
});

export const remove = (sqs: Sqs, QueueUrl: string, { receiptHandle }: LaidAside) =>
  sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: receiptHandle }));

/** SQS rejects one that somebody else has taken meanwhile, entry by entry, which leaves nothing to do. */
async function giveBack(sqs: Sqs, QueueUrl: string, messages: readonly LaidAside[]): Promise<void> {
  for (let start = 0; start < messages.length; start += PAGE_SIZE) {
    const Entries = messages
      .slice(start, start + PAGE_SIZE)
      .map(({ receiptHandle }, index) => ({ Id: String(index), ReceiptHandle: receiptHandle, VisibilityTimeout: 0 }));
    await sqs.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries }));
  }
}
