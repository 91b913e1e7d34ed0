import type { SQSEvent, SQSRecord } from 'aws-lambda';
import type { Deps } from '../../../functions/deliver-webhook/deps.ts';
import { localOverrides } from '../../../shared/config/local-overrides.ts';
import type { Post } from '../../../shared/delivery/sending/sender.ts';
import type { ScheduledWakeUp } from '../../../shared/delivery/wake-ups/queue.ts';
import type { Lane } from '../../../shared/domain/deliveries/lane.ts';
import type { Outcome } from '../../../shared/domain/deliveries/retry-policy.ts';
import type { Concerned, Notice } from '../../../shared/domain/partners/notice-message.ts';
import { signingKey } from '../../../shared/domain/webhooks/signature.ts';
import type { CallItem } from '../../../shared/store/calls/item.ts';
import type { DeliveryItem } from '../../../shared/store/deliveries/item.ts';
import type { Table } from '../../../shared/store/table/connect.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { queueRecord } from '../../proof/lambda-events.ts';
import { fakeKms } from '../aws/fake-kms.ts';
import { SECRET } from '../receivers/signature.ts';
import { aCall, putItems, recorded, START_MS } from './deliveries.ts';
import { IN_TIME, NO_INBOX, queueArnOf } from './lanes.ts';
import { deliverOn } from './pipeline.ts';
import { recordingTelemetry } from './telemetry.ts';

export const TIMING = localOverrides();

export const responded = (status: number): Outcome => ({ kind: 'response', status });

interface Circumstances extends Partial<Deps> {
  readonly response?: Outcome;
}

let tokens = 0;

/**
 * Returns `deliver-webhook` on a real table, with a receiver that responds as the test says and a queue that only
 * records. The clock moves when the test moves it or the function waits.
 */
export function deliveryWorld(table: Table, { response = responded(200), ...more }: Circumstances = {}) {
  const timers: { readonly atMs: number; readonly act: () => void }[] = [];
  const { noted, ...telemetry } = recordingTelemetry();
  const world = {
    nowMs: START_MS,
    response,
    posts: [] as Post[],
    parked: [] as ScheduledWakeUp[],
    notices: [] as { partner: Concerned; notice: Notice }[],
    sleptMs: [] as number[],
    /** Moves the clock, and runs the timers that are due. */
    async pass(durationMs: number): Promise<void> {
      world.nowMs += durationMs;
      for (const timer of timers.splice(0)) {
        if (timer.atMs > world.nowMs) timers.push(timer);
        else timer.act();
      }
    },
    /** Called while a request to the receiver is in flight. */
    meanwhile: async (): Promise<void> => undefined,
    handle,
    /** Returns the metrics that were recorded so far. */
    noted,
    /** Handles one message of the delivery, by default the first one from the main queue. */
    wake: (row: DeliveryItem, about: MessageAbout = {}) => handle(sqsEvent(recordOf(row, about))),
  };
  const handler = deliverOn(
    {
      table,
      kms: fakeKms().kms,
      notices: { send: async (partner, notice) => void world.notices.push({ partner, notice }) },
      send: async (post) => {
        world.posts.push(post);
        await world.meanwhile();
        return world.response;
      },
      after(delayMs, act) {
        const timer = { atMs: world.nowMs + delayMs, act };
        timers.push(timer);
        return () => {
          if (timers.includes(timer)) timers.splice(timers.indexOf(timer), 1);
        };
      },
      newToken: () => `token-${++tokens}`,
      sleepMs: async (durationMs) => {
        world.sleptMs.push(durationMs);
        world.nowMs += durationMs;
      },
      nowMs: () => world.nowMs,
    },
    {
      ...telemetry,
      wakeUps: {
        send: async (one) => void world.parked.push(one),
        sendAll: async (many) => {
          world.parked.push(...many);
          return [];
        },
      },
      inbox: NO_INBOX,
      signingKey: async () => signingKey(SECRET),
      ...more,
    },
  );
  function handle(event: SQSEvent, context: Parameters<typeof handler>[1] = IN_TIME) {
    return handler(event, context);
  }
  return world;
}

/** Records a call of a partner with a webhook and a secret. */
export async function aDelivery(
  table: Table,
  about: Partial<DeliveryItem> = {},
  call: CallItem = aCall(),
): Promise<DeliveryItem> {
  const { partnerId } = call;
  await putItems(table, [
    { ...keys.partner(partnerId), partnerId, name: 'Acme', state: 'active' },
    { ...keys.webhook(partnerId), url: 'https://p.example/hook', events: ['call.completed'] },
    { ...keys.secret(partnerId), ciphertext: 'c2VhbGVk', hint: '5e5e' },
  ]);
  return recorded(table, call, about);
}

interface MessageAbout {
  readonly from?: Lane;
  readonly receiveCount?: number;
  /** The number of attempts made when the message was scheduled. */
  readonly attempts?: number | undefined;
  /** The number of hops. Missing in a message of an older version. */
  readonly hops?: number | undefined;
  readonly body?: string;
}

export function recordOf(row: DeliveryItem, about: MessageAbout = {}): SQSRecord {
  const { callId, partnerId, tenantId, storedAtMs } = row;
  const { from = 'main', receiveCount = 1, attempts = row.attempts, hops } = about;
  const body = about.body ?? JSON.stringify({ v: 1, callId, partnerId, tenantId, storedAtMs, attempts, hops });
  return messageFrom(queueArnOf(from), body, receiveCount);
}

/** Returns a message of the queue `intake`. If `input` is a text, it becomes the body unchanged. */
export const queuedCall = (input: unknown, receiveCount = 1): SQSRecord =>
  messageFrom(
    'arn:aws:sqs:eu-west-1:000000000000:intake',
    typeof input === 'string' ? input : JSON.stringify(input),
    receiveCount,
  );

let messages = 0;
function messageFrom(queueArn: string, body: string, receives: number): SQSRecord {
  messages += 1;
  return queueRecord(queueArn, { id: `message-${messages}`, receiptHandle: `receipt-${messages}`, body, receives });
}

export const sqsEvent = (...Records: SQSRecord[]): SQSEvent => ({ Records });
