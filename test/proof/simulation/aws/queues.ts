import type { SendMessageBatchRequestEntry } from '@aws-sdk/client-sqs';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { VISIBILITY_SECONDS } from '../../../../lib/functions/timeouts.ts';
import type { Taken } from '../../../../shared/delivery/wake-ups/inbox.ts';
import { wakeUp } from '../../../../shared/delivery/wake-ups/queue.ts';
import type { Lane } from '../../../../shared/domain/deliveries/lane.ts';
import { queueArnOf } from '../../../support/functions/lanes.ts';
import { doneIn, queueEvent } from '../../lambda-events.ts';
import type { Nature } from '../nature/environment.ts';

const MAX_RECEIVES = 20;
const LATE_MS = [60_000, 1_200_000] as const;
/** A copy of a message that SQS stored twice may arrive long after the original. */
const COPY_LATE_MS = [0, 4_000_000] as const;
/** At high fault rates, crashes and lost responses make copies of copies. More copies than this add nothing new. */
const MOST_HELD = 24;
const AFTER_MS = { deletion: 900_000, handedOut: 30_000 };

interface Message {
  readonly id: string;
  readonly lane: Lane;
  readonly callId: string;
  readonly body: string;
  receives: number;
  visibleAtMs: number;
}

interface Deps {
  readonly nature: Nature;
  /** Invokes the function with the messages. `then` receives `undefined` without a response. */
  readonly consume: (event: SQSEvent, then: (response: SQSBatchResponse | undefined) => void) => void;
  readonly fail: (invariant: string, what: string) => void;
  /** The limit of hops. The function drops a wake-up that has more. */
  readonly maxHops: number;
}

export type Queues = ReturnType<typeof queues>;

/** Simulates the queues. They deliver at least once, in any order and late, and sometimes lose a message. */
export function queues({ nature: { timeline, chances, faults, note }, consume, fail, maxHops }: Deps) {
  const held = new Set<Message>();
  let deadLetters = 0;
  let sent = 0;
  let mostHops = 0;
  let beyondLimit = 0;
  faults.spareWhile(() => held.size > MOST_HELD);

  function put(message: Message, delayMs: number): void {
    message.visibleAtMs = timeline.nowMs() + delayMs;
    held.add(message);
    timeline.after(delayMs + chances.between(`${message.lane} poll`, 0, 500), () => poll(message.lane));
  }

  function accept(lane: Lane, { MessageBody = '', DelaySeconds = -1, MessageGroupId }: SendMessageBatchRequestEntry) {
    const { callId, partnerId, hops } = wakeUp.parse(JSON.parse(MessageBody));
    if (!Number.isInteger(DelaySeconds) || DelaySeconds < 0 || DelaySeconds > 900)
      fail('SQS', `DelaySeconds of ${DelaySeconds}`);
    if (MessageGroupId !== partnerId) fail('SQS', `a wake-up of ${partnerId} in the group of ${MessageGroupId}`);
    if (hops > maxHops + 1) fail('D14', `a wake-up for ${callId} is sent on after ${hops - 1} hops`);
    if (hops > maxHops) beyondLimit += 1;
    mostHops = Math.max(mostHops, hops);
    sent += 1;
    const message = { id: `m${sent}`, lane, callId, body: MessageBody, receives: 0, visibleAtMs: 0 };
    note(`queue ${lane}: ${message.id} for ${callId} in ${DelaySeconds} s`);
    const fault = faults.strike(`message for ${callId}`, ['message lost', 'message duplicated', 'message late']);
    if (fault === 'message lost') return;
    if (fault === 'message duplicated') put({ ...message }, chances.between(`copy for ${callId}`, ...COPY_LATE_MS));
    const lateMs = fault === 'message late' ? chances.between(`late for ${callId}`, ...LATE_MS) : 0;
    put(message, DelaySeconds * 1000 + lateMs);
  }

  /** Returns messages that are visible now, or that become visible within a second. */
  async function take(lane: Lane): Promise<Taken[]> {
    const batch = batchOf(lane);
    if (batch.length > 0) return batch.map(takenOf);
    await new Promise<void>((resolve) => timeline.after(1_000, resolve));
    return batchOf(lane).map(takenOf);
  }

  function poll(lane: Lane): void {
    const batch = batchOf(lane);
    if (batch.length === 0) return;
    consume(queueEvent(queueArnOf(lane), batch), (response) => doneIn(batch, response).forEach(deleted));
  }

  function batchOf(lane: Lane): Message[] {
    const visible = [...held].filter((one) => one.lane === lane && one.visibleAtMs <= timeline.nowMs());
    const size = chances.fraction(`${lane} batch`) < 0.5 ? 10 : chances.between(`${lane} batch`, 1, 10);
    const batch = chances.shuffled(`${lane} order`, visible).slice(0, size).filter(isHandedOut);
    if (batch.length > 0)
      note(`queue ${lane}: hands out ${batch.map(({ id, receives }) => `${id}×${receives}`).join(' ')}`);
    return batch;
  }

  /** Returns whether the message can be delivered again. After too many receives the message becomes a dead letter. */
  function isHandedOut(message: Message): boolean {
    message.receives += 1;
    if (message.receives > MAX_RECEIVES) {
      held.delete(message);
      deadLetters += 1;
      note(`queue ${message.lane}: ${message.id} is a dead letter`);
      return false;
    }
    put(message, VISIBILITY_SECONDS * 1000);
    if (faults.strike(`receive ${message.callId}`, ['message handed out twice']))
      put(message, chances.between(`second for ${message.callId}`, 0, AFTER_MS.handedOut));
    return true;
  }

  function deleted(message: Message): void {
    if (!faults.strike(`delete ${message.callId}`, ['deletion lost'])) held.delete(message);
    else put(message, chances.between('deletion lost', 0, AFTER_MS.deletion));
  }

  return {
    accept,
    take,
    remove(taken: readonly Taken[]): void {
      const ids = new Set(taken.map(({ id }) => id));
      for (const message of [...held]) if (ids.has(message.id)) deleted(message);
    },
    deadLetters: () => deadLetters,
    /** The most hops of a wake-up so far, and the number of wake-ups beyond the limit of hops. */
    hops: () => ({ mostHops, beyondLimit }),
    /** Deletes all messages of all queues. */
    purge(): void {
      held.clear();
    },
  };
}

const takenOf = ({ id, lane, body, receives }: Message): Taken => ({
  id,
  lane,
  body,
  isRepeated: receives > 1,
  receiptHandle: id,
});
