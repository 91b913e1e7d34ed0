import { ChangeMessageVisibilityCommand, SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { SQSRecord } from 'aws-lambda';
import { intakeWaitSeconds } from '../../shared/domain/calls/intake-retries.ts';

interface Settings {
  readonly queueUrl: string;
  readonly deadLetterQueueUrl: string;
  /** How long a message is hidden after its first fault. */
  readonly retryBaseMs: number;
}

export type IntakeQueue = ReturnType<typeof intakeQueue>;

/** Changes messages of the queue `intake`: hides them for a wait, or copies them to the dead-letter queue. */
export const intakeQueue = (sqs: Pick<SQSClient, 'send'>, { queueUrl, deadLetterQueueUrl, retryBaseMs }: Settings) => ({
  /** Hides the message for longer after each fault, up to a limit, because a fault can last for hours. */
  async backOff({ receiptHandle, attributes }: SQSRecord): Promise<void> {
    const VisibilityTimeout = intakeWaitSeconds(Number(attributes.ApproximateReceiveCount), retryBaseMs);
    await sqs.send(
      new ChangeMessageVisibilityCommand({ QueueUrl: queueUrl, ReceiptHandle: receiptHandle, VisibilityTimeout }),
    );
  },

  /**
   * Sends a copy of the message to the dead-letter queue, with the reason of the refusal. SQS itself cannot add a
   * reason. If the message is delivered again afterwards, a second copy follows, which does no harm.
   */
  async layAside({ body, attributes }: SQSRecord, reason: string): Promise<void> {
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: deadLetterQueueUrl,
        MessageBody: body,
        MessageGroupId: attributes.MessageGroupId,
        MessageAttributes: { reason: { DataType: 'String', StringValue: reason } },
      }),
    );
  },
});
