import { DynamoDBServiceException } from '@aws-sdk/client-dynamodb';
import { type DecryptCommand, KMSClient } from '@aws-sdk/client-kms';
import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { Table } from '../../../../shared/store/table/connect.ts';
import { clientOf } from '../../../support/aws/client-of.ts';
import { intercepted } from '../../../support/table/faulty.ts';
import type { Chances } from '../../virtual-time/chances.ts';
import type { Environment } from './environments.ts';
import type { MeteredTable } from './metered-table.ts';
import type { Queue, Received } from './queue.ts';

/**
 * The SDK's standard retries after throttling, as version 3.1162 makes them: the number of tries of a DynamoDB client,
 * and the waits before a retry, each random between 0 and its full length.
 */
const TABLE_TRIES = 4;
const WAIT_MS = { first: 1_000, longest: 20_000 };

interface Caller {
  readonly env: Environment;
  readonly chances: Chances;
}

/** Returns the table as one environment reaches it, through a client that makes at most `tries` tries. */
export function tableClient({ env, chances }: Caller, { table, execute }: MeteredTable, tries = TABLE_TRIES): Table {
  async function send(command: unknown): Promise<unknown> {
    for (let sent = 1; ; sent += 1) {
      try {
        return await env.request('table', () => execute(command));
      } catch (error) {
        if (!isThrottling(error) || sent === tries) throw error;
        await env.sleepMs(chances.fraction('retry') * Math.min(WAIT_MS.longest, WAIT_MS.first * 2 ** (sent - 1)));
      }
    }
  }
  const pacing = { random: () => chances.fraction('pacing'), sleepMs: env.sleepMs };
  return { ...intercepted(table, send), pacing };
}

/** The SDK does not retry a cancelled transaction, even if a hot key was the reason. */
const isThrottling = (error: unknown) =>
  error instanceof DynamoDBServiceException && error.name === 'ProvisionedThroughputExceededException';

type QueueAt = (url: string | undefined) => Queue;

/** What an environment sent to queues. `sent` is called for each message. */
export interface QueueClientDeps {
  readonly env: Environment;
  readonly queueAt: QueueAt;
  readonly sent: (functionName: string, body: string) => void;
}

/** Returns a client of SQS that sends, receives and deletes messages, ten at a time. */
export function queueClient({ env, queueAt, sent }: QueueClientDeps): SQSClient {
  async function send(command: unknown): Promise<unknown> {
    if (command instanceof SendMessageBatchCommand) {
      const { QueueUrl, Entries = [] } = command.input;
      return env.request('queue', () => {
        const queue = queueAt(QueueUrl);
        queue.counts.requests += 1;
        for (const { MessageBody = '', DelaySeconds = 0 } of Entries) {
          sent(env.functionName, MessageBody);
          queue.accept(MessageBody, DelaySeconds);
        }
        return { Failed: [] };
      });
    }
    if (command instanceof ReceiveMessageCommand) {
      const { QueueUrl, MaxNumberOfMessages = 1, WaitTimeSeconds = 0 } = command.input;
      return new Promise((resolve) => {
        queueAt(QueueUrl).receive(MaxNumberOfMessages, WaitTimeSeconds * 1_000, (messages) => {
          void env.request('queue', () => ({ Messages: messages.map(asReceived) })).then(resolve);
        });
      });
    }
    if (command instanceof DeleteMessageBatchCommand) {
      const { QueueUrl, Entries = [] } = command.input;
      return env.request('queue', () => {
        queueAt(QueueUrl).remove(Entries.map(({ ReceiptHandle = '' }) => ReceiptHandle));
        return { Failed: [] };
      });
    }
    throw new TypeError('The queues of the simulation do not support this command');
  }
  return clientOf(SQSClient, send);
}

const asReceived = ({ id, receiptHandle, body, receives }: Received): Message => ({
  MessageId: id,
  ReceiptHandle: receiptHandle,
  Body: body,
  Attributes: { ApproximateReceiveCount: String(receives) },
});

export interface KeyClientDeps {
  readonly env: Environment;
  readonly decrypted: () => void;
  /** Tells whether KMS decrypts the secrets of a partner now. */
  readonly canDecrypt: (partnerId: string | undefined) => boolean;
}

/** Returns a client of KMS that decrypts what `sealed` made. */
export function keyClient({ env, decrypted, canDecrypt }: KeyClientDeps): KMSClient {
  return clientOf(KMSClient, ({ input }: DecryptCommand) =>
    env.request('keys', () => {
      if (!canDecrypt(input.EncryptionContext?.['partnerId'])) throw new Error('KMS does not decrypt this secret');
      decrypted();
      return { Plaintext: input.CiphertextBlob };
    }),
  );
}
