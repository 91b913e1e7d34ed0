import type { SendMessageBatchCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { EVENT_HEADERS } from '../../../shared/contract/calls/event-headers.ts';
import type { Post } from '../../../shared/delivery/sending/sender.ts';
import type { Outcome } from '../../../shared/domain/deliveries/retry-policy.ts';
import { laneAt } from '../../support/functions/lanes.ts';
import type { World } from './world.ts';

const SENDER_LIMIT_MS = 10_000;

let messages = 0;

/** These services never fail by themselves. */
export function enqueue(world: World, { input: { QueueUrl, Entries = [] } }: SendMessageBatchCommand): void {
  for (const { MessageBody = '', DelaySeconds = 0 } of Entries) {
    messages += 1;
    if (world.canaries.some(({ text }) => MessageBody.includes(text)))
      world.problems.push('a message contains a canary');
    const visibleAtMs = world.nowMs + DelaySeconds * 1_000;
    world.messages.push({ id: String(messages), lane: laneAt(QueueUrl), body: MessageBody, visibleAtMs, receives: 0 });
  }
}

/** Puts a refused call into the dead-letter queue of calls. */
export function layAside(
  world: World,
  { input: { MessageBody = '', MessageAttributes = {} } }: SendMessageCommand,
): void {
  world.laidAside.push({ body: MessageBody, reason: MessageAttributes['reason']?.StringValue });
}

export function receive(world: World, { headers, body }: Post, isLate: boolean): Outcome {
  const callId = headers[EVENT_HEADERS.delivery] ?? '';
  const first = world.received.find((earlier) => earlier.callId === callId);
  if (first !== undefined && first.body !== body) world.problems.push(`${callId} was sent with two different bodies`);
  if (![...world.signers].some((secret) => world.isSigned(secret, { headers, body })))
    world.problems.push(`${callId} is signed with a secret that was never in force`);
  world.received.push({ callId, body, atMs: world.nowMs, isLate });
  const outcome = world.receiver(world.received.length);
  if (outcome.kind === 'noResponse' && outcome.why === 'timeout') world.nowMs += SENDER_LIMIT_MS;
  return outcome;
}

/** Returns the outcome that the sender reports when it gives up on a request to a receiver. */
export function cutOff(world: World, wasSent: boolean): Outcome {
  world.nowMs += wasSent ? SENDER_LIMIT_MS : 0;
  return { kind: 'noResponse', why: wasSent ? 'timeout' : 'refused connection' };
}
