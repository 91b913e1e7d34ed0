import { ChangeMessageVisibilityCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { INTAKE_VISIBILITY_SECONDS } from '../../../shared/domain/calls/intake-retries.ts';
import { doneIn, queueEvent } from '../lambda-events.ts';
import type { Chances } from '../virtual-time/chances.ts';
import type { Timeline } from '../virtual-time/timeline.ts';

interface Message {
  readonly id: string;
  readonly body: string;
  receives: number;
  visibleAtMs: number;
  /** Changes with each receive. Only the newest is valid. */
  receiptHandle: string;
}

/** `then` gets the response, or undefined if the invocation failed, died or timed out. */
export type Consume = (event: SQSEvent, then: (response: SQSBatchResponse | undefined) => void) => void;

const BATCH = 10;
/** How many batches run at the same time: far fewer than in prod, so that messages wait for each other. */
const AT_A_TIME = 3;
const POLL_EVERY_MS = 1_000;
const SECOND_MS = 1_000;

/**
 * The queue `intake` with its mapping. Like SQS, it may deliver a message again that was deleted, and it forgets about a
 * message only when that message is deleted.
 */
export function intakeQueue(time: Timeline, chance: Chances, consume: Consume) {
  const messages = new Map<string, Message>();
  const deadLetters: { readonly body: string; readonly reason: string }[] = [];
  let running = 0;
  let sent = 0;
  let receives = 0;

  function receive(): readonly Message[] {
    const visible = [...messages.values()].filter(({ visibleAtMs }) => visibleAtMs <= time.nowMs());
    const batch = chance.shuffled('order', visible).slice(0, chance.between('batch', 1, BATCH));
    for (const message of batch) {
      receives += 1;
      message.receives += 1;
      message.receiptHandle = `${message.id}/${receives}`;
      message.visibleAtMs = time.nowMs() + INTAKE_VISIBILITY_SECONDS * SECOND_MS;
    }
    return batch;
  }

  function complete(batch: readonly Message[], response: SQSBatchResponse | undefined): void {
    running -= 1;
    for (const { id } of doneIn(batch, response)) {
      // SQS delivers messages at least once: if one of its machines misses a deletion, the message becomes visible
      // again.
      if (chance.fraction('deletion') < 0.03) time.after(chance.between('back', 1, 60_000), () => show(id));
      else messages.delete(id);
    }
  }

  function show(id: string): void {
    const message = messages.get(id);
    if (message) message.visibleAtMs = time.nowMs();
  }

  function poll(): void {
    while (running < AT_A_TIME) {
      const batch = receive();
      if (batch.length === 0) break;
      running += 1;
      // The handles of this receive, even if the messages are received again meanwhile.
      consume(
        queueEvent(
          'arn:aws:sqs:eu-west-1:000000000000:intake',
          batch.map((one) => ({ ...one })),
        ),
        (response) => complete(batch, response),
      );
    }
    time.after(POLL_EVERY_MS, poll);
  }

  return {
    deadLetters,
    start: poll,
    send(body: string): void {
      sent += 1;
      const id = `message-${sent}`;
      messages.set(id, { id, body, receives: 0, visibleAtMs: time.nowMs(), receiptHandle: '' });
    },
    waiting: () => [...messages.values()].map(({ body }) => body),
    redeliveries: () => receives - sent,
    /** Carries out what the function asks of SQS. */
    execute(command: unknown): void {
      if (command instanceof SendMessageCommand) {
        const { MessageBody: body = '', MessageAttributes = {} } = command.input;
        deadLetters.push({ body, reason: MessageAttributes['reason']?.StringValue ?? '' });
        return;
      }
      if (!(command instanceof ChangeMessageVisibilityCommand)) throw new TypeError('The queue does not know this');
      const { ReceiptHandle = '', VisibilityTimeout = 0 } = command.input;
      const message = messages.get(ReceiptHandle.split('/')[0] ?? '');
      if (message?.receiptHandle === ReceiptHandle) message.visibleAtMs = time.nowMs() + VisibilityTimeout * SECOND_MS;
    },
  };
}
