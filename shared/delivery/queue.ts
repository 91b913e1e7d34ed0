import { SendMessageBatchCommand, type SendMessageBatchRequestEntry, SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import { chunksOf } from '../domain/chunks.ts';
import type { Lane } from '../domain/deliveries/lane.ts';

/** Message of both queues: ids only. The row decides what happens; a lost or repeated message changes nothing. */
export const wakeUp = z.object({
  v: z.literal(1),
  callId: z.string(),
  partnerId: z.string(),
  tenantId: z.string(),
  storedAtMs: z.int(),
  /** Attempts made when this was scheduled. A row that is further on has wake-ups of its own. */
  attempts: z.optional(z.int()),
  /** How often the delivering function has sent this on since somebody else sent it. Absent in an older message. */
  hops: z._default(z.int(), 0),
});
export type WakeUp = z.infer<typeof wakeUp>;

export interface ScheduledWakeUp {
  readonly delivery: Omit<WakeUp, 'v' | 'hops'>;
  /** 0 unless it is sent on because of another wake-up: then one more than that one's. */
  readonly hops: number;
  readonly lane: Lane;
  readonly delayMs: number;
}

export type WakeUps = ReturnType<typeof wakeUpQueues>;

/** SQS: longest DelaySeconds of a message, and most entries of a batch. A longer wait is re-parked in hops. */
const MAX_DELAY_SECONDS = 900;
const MAX_BATCH = 10;

/**
 * A wake-up that was sent on more often than this is dropped, and the sweep takes its delivery over. Eight attempts with
 * their waits are 13 hops, and a move to the other lane is one more: what comes this far goes round in circles.
 */
export const MAX_HOPS = 64;

export const delaySecondsOf = (delayMs: number) => Math.min(MAX_DELAY_SECONDS, Math.max(0, Math.ceil(delayMs / 1000)));

/** Region, credentials and (locally) the endpoint come from the environment, as the SDK reads it. */
export const connectWakeUps = (queueUrls: Record<Lane, string>) => wakeUpQueues(new SQSClient({}), queueUrls);

/** The only code that knows SQS. A message's group is its partner: fair queues keep one from crowding out the others. */
export function wakeUpQueues(sqs: Pick<SQSClient, 'send'>, queueUrls: Record<Lane, string>) {
  /** Sends to one queue and returns what it did not accept. */
  async function sendBatch(lane: Lane, batch: readonly ScheduledWakeUp[]): Promise<ScheduledWakeUp[]> {
    const { Failed = [] } = await sqs.send(
      new SendMessageBatchCommand({ QueueUrl: queueUrls[lane], Entries: batch.map(entry) }),
    );
    const failed = new Set(Failed.map(({ Id }) => Id));
    return batch.filter((_, index) => failed.has(String(index)));
  }

  /** Returns what the queues did not accept; throws when a queue did not answer. */
  async function sendAll(wakeUps: readonly ScheduledWakeUp[]): Promise<ScheduledWakeUp[]> {
    const batches = (['main', 'slow'] as const).flatMap((lane) => {
      const ofLane = wakeUps.filter((one) => one.lane === lane);
      return chunksOf(ofLane, MAX_BATCH).map((batch) => sendBatch(lane, batch));
    });
    return (await Promise.all(batches)).flat();
  }

  return {
    sendAll,
    /** Throws unless the queue has accepted it. */
    async send(one: ScheduledWakeUp): Promise<void> {
      const notAccepted = await sendAll([one]);
      if (notAccepted.length > 0) throw new Error(`The ${one.lane} queue did not accept a wake-up`);
    },
  };
}

const entry = ({ delivery, hops, delayMs }: ScheduledWakeUp, index: number): SendMessageBatchRequestEntry => ({
  Id: String(index),
  MessageBody: JSON.stringify(wakeUp.parse({ v: 1, ...delivery, hops })),
  MessageGroupId: delivery.partnerId,
  DelaySeconds: delaySecondsOf(delayMs),
});
