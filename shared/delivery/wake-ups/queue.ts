import { SendMessageBatchCommand, type SendMessageBatchRequestEntry, SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import { functionClient } from '../../aws/client.ts';
import { MESSAGES_PER_REQUEST } from '../../domain/batch-sizes.ts';
import { chunksOf } from '../../domain/chunks.ts';
import { LANES, type Lane } from '../../domain/deliveries/lane.ts';

/** The longest delay of a message in SQS. A longer wait takes several hops. */
export const MAX_DELAY_MS = 900_000;

/** A wake-up. Only the delivery's row decides what to send, so a lost message only causes a delay. */
export const wakeUp = z.object({
  v: z.literal(1),
  callId: z.string(),
  partnerId: z.string(),
  tenantId: z.string(),
  storedAtMs: z.int(),
  /**
   * How many attempts the delivery had when the wake-up was sent. A pending delivery with more attempts usually has a
   * newer wake-up.
   */
  attempts: z.optional(z.int()),
  /** How many hops led to this wake-up. Absent in messages of older versions. */
  hops: z._default(z.int(), 0),
});
export type WakeUp = z.infer<typeof wakeUp>;

export interface ScheduledWakeUp {
  readonly delivery: Omit<WakeUp, 'v' | 'hops'>;
  readonly hops: number;
  readonly lane: Lane;
  readonly delayMs: number;
}

export type WakeUps = ReturnType<typeof wakeUpQueues>;

/** Returns a delay for SQS in whole seconds, rounded up. A delay above SQS's limit is cut to the limit. */
export const delaySecondsOf = (delayMs: number) => Math.ceil(Math.min(MAX_DELAY_MS, Math.max(0, delayMs)) / 1_000);

/**
 * Returns a function that finds the lane of a queue by its ARN. A queue's ARN and its URL end with the queue's name.
 */
export function laneOfQueue(queueUrls: Readonly<Record<Lane, string>>): (queueArn: string) => Lane {
  const laneOf = new Map(LANES.map((lane) => [queueUrls[lane].split('/').at(-1), lane]));
  return (queueArn) => {
    const lane = laneOf.get(queueArn.split(':').at(-1));
    if (!lane) throw new Error(`No lane has a queue with the ARN ${queueArn}`);
    return lane;
  };
}

export const connectWakeUps = (queueUrls: Readonly<Record<Lane, string>>) =>
  wakeUpQueues(functionClient(SQSClient, {}), queueUrls);

/** Sends wake-ups. Each partner is a message group, so that fair queues keep one partner from delaying others. */
export function wakeUpQueues(sqs: Pick<SQSClient, 'send'>, queueUrls: Readonly<Record<Lane, string>>) {
  /** Sends one batch to one queue. Returns the wake-ups that the queue did not accept. */
  async function sendBatch(lane: Lane, batch: readonly ScheduledWakeUp[]): Promise<ScheduledWakeUp[]> {
    const { Failed = [] } = await sqs.send(
      new SendMessageBatchCommand({ QueueUrl: queueUrls[lane], Entries: batch.map(entry) }),
    );
    const failed = new Set(Failed.map(({ Id }) => Id));
    return batch.filter((_, index) => failed.has(String(index)));
  }

  /**
   * Sends each wake-up to its lane. Returns the wake-ups that their queue did not accept. Throws if a queue does not
   * respond.
   */
  async function sendAll(wakeUps: readonly ScheduledWakeUp[]): Promise<ScheduledWakeUp[]> {
    const batches = LANES.flatMap((lane) => {
      const ofLane = wakeUps.filter((one) => one.lane === lane);
      return chunksOf(ofLane, MESSAGES_PER_REQUEST).map((batch) => sendBatch(lane, batch));
    });
    return (await Promise.all(batches)).flat();
  }

  return {
    sendAll,
    /** Sends one wake-up. Throws if the queue does not accept the wake-up. */
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
