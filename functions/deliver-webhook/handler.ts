import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { wakeUp } from '../../shared/delivery/queue.ts';
import { idsOf, type SkipReason } from '../../shared/domain/deliveries/delivery.ts';
import { laneAt } from '../../shared/domain/deliveries/lane.ts';
import { LOG_MESSAGES } from '../../shared/names/log-messages.ts';
import type { DeliveryItem } from '../../shared/store/deliveries/item.ts';
import { reportFault } from '../../shared/telemetry/telemetry.ts';
import { attempt, prepareRequest } from './attempt.ts';
import { claim, parkOrSettle } from './claim.ts';
import type { Deps, Message } from './deps.ts';
import { reportSkipped } from './reporting.ts';
import { moveAll, type SlowPartners, slowPartners } from './slow-partners.ts';

/**
 * Handles the messages of a batch in parallel, so that a hanging receiver delays no other message. Only a fault of our
 * own makes a message count as failed, and SQS then keeps the message. A receiver's failure is written to the
 * delivery's row instead.
 */
export const createHandler = (deps: Deps) => {
  const slow = slowPartners();
  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const messages = Records.flatMap((record) => readable(deps, record));
    const {
      dropped = [],
      moved = [],
      handled = [],
    } = Object.groupBy(messages, (message) => {
      if (message.wakeUp.hops > deps.maxHops) return 'dropped';
      return slow.areKnownFor(message, deps.nowMs()) ? 'moved' : 'handled';
    });
    for (const message of dropped) drop(deps, message);
    const done = await Promise.all([moveAll(deps, moved), ...handled.map((message) => doneWith(deps, message, slow))]);
    const ids = new Set([...done.flat(), ...dropped.map(({ id }) => id)]);
    const failed = Records.filter(({ messageId }) => !ids.has(messageId));
    return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  };
};

function readable(deps: Deps, record: SQSRecord): Message[] {
  const { messageId: id, body, eventSourceARN, attributes } = record;
  try {
    const lane = eventSourceARN === deps.slowQueueArn ? 'slow' : 'main';
    const isRepeated = attributes.ApproximateReceiveCount !== '1';
    return [{ id, wakeUp: wakeUp.parse(JSON.parse(body)), lane, isRepeated }];
  } catch (error) {
    reportFault(deps, 'A wake-up cannot be read', error, { messageId: id });
    return [];
  }
}

/**
 * Stops a loop in our own code, because Lambda's loop detection is off. The row keeps its due time, so the sweep finds
 * the row.
 */
function drop({ meter, logger }: Deps, { wakeUp }: Message): void {
  meter.count('wakeUpsDropped');
  logger.warn(LOG_MESSAGES.wakeUpDropped, { ...idsOf(wakeUp), hops: wakeUp.hops });
}

async function doneWith(deps: Deps, message: Message, slow: SlowPartners): Promise<string[]> {
  try {
    await handle(deps, message, slow);
    return [message.id];
  } catch (error) {
    reportFault(deps, 'A wake-up could not be handled', error, { messageId: message.id, ...idsOf(message.wakeUp) });
    return [];
  }
}

async function handle(deps: Deps, message: Message, slow: SlowPartners): Promise<void> {
  const context = await deps.findContext(message.wakeUp);
  const { delivery, partner, webhook } = context;
  if (!delivery) return deps.logger.warn('Wake-up of an unknown delivery', { callId: message.wakeUp.callId });

  const slowUntilMs = context.lane?.slowUntilMs ?? 0;
  slow.note(delivery.partnerId, slowUntilMs);
  const lane = laneAt(slowUntilMs, deps.nowMs());
  const onward = { lane, hops: message.wakeUp.hops + 1 };
  if ((await parkOrSettle(deps, message, delivery, onward)) === 'done') return;
  if (lane === 'slow' && message.lane === 'main') return deps.wakeUps.send({ delivery, ...onward, delayMs: 0 });

  if (!partner) throw new Error('A delivery has no partner');
  if (partner.state === 'suspended') return skip(deps, delivery, 'partner suspended');
  if (!webhook) return skip(deps, delivery, 'no webhook');

  const request = await prepareRequest(deps, delivery.partnerId, context, webhook.url);
  const claimed = await claim(deps, message, delivery, onward);
  if (claimed) await attempt(deps, claimed, request, onward);
}

async function skip(deps: Deps, delivery: DeliveryItem, reason: SkipReason): Promise<void> {
  const { kind } = await deps.deliveries.skip(delivery, reason, deps.nowMs());
  if (kind === 'conditionFailed') return;
  reportSkipped(deps, delivery, reason);
}
