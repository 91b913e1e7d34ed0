import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { wakeUp } from '../../shared/delivery/queue.ts';
import type { SkipReason } from '../../shared/domain/delivery.ts';
import { laneAt } from '../../shared/domain/lane.ts';
import { faultOf } from '../../shared/logger.ts';
import type { DeliveryItem } from '../../shared/store/delivery-item.ts';
import { attempt, prepareRequest } from './attempt.ts';
import { claim, isDisposedOf } from './claim.ts';
import type { Deps, Message } from './deps.ts';

/**
 * The messages of a batch side by side, so that a hanging receiver delays nobody else in it. SQS keeps a message only
 * when we failed: what a partner's receiver does is written in the delivery's row.
 */
export const createHandler =
  (deps: Deps) =>
  async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const failed = await Promise.all(Records.map(async (record) => ((await isHandled(deps, record)) ? [] : record)));
    return { batchItemFailures: failed.flat().map(({ messageId }) => ({ itemIdentifier: messageId })) };
  };

async function isHandled(deps: Deps, record: SQSRecord): Promise<boolean> {
  try {
    await handle(deps, messageFrom(record, deps.slowQueueArn));
    return true;
  } catch (error) {
    deps.logger.error('A wake-up could not be handled', { error: faultOf(error), messageId: record.messageId });
    return false;
  }
}

const messageFrom = ({ body, eventSourceARN, attributes }: SQSRecord, slowQueueArn: string): Message => ({
  wakeUp: wakeUp.parse(JSON.parse(body)),
  lane: eventSourceARN === slowQueueArn ? 'slow' : 'main',
  isRepeated: attributes.ApproximateReceiveCount !== '1',
});

async function handle(deps: Deps, message: Message): Promise<void> {
  const context = await deps.findContext(message.wakeUp);
  const { delivery, partner, webhook } = context;
  if (!delivery) return deps.logger.warn('Wake-up of an unknown delivery', { callId: message.wakeUp.callId });

  const lane = laneAt(context.lane?.slowUntilMs, deps.nowMs());
  if (await isDisposedOf(deps, message, delivery, lane)) return;
  if (lane === 'slow' && message.lane === 'main') return deps.wakeUps.send({ delivery, lane, delayMs: 0 });

  if (!partner) throw new Error('A delivery has no partner');
  if (partner.state === 'suspended') return skip(deps, delivery, 'partner suspended');
  if (!webhook) return skip(deps, delivery, 'no webhook');

  const request = await prepareRequest(deps, delivery.partnerId, context, webhook.url);
  const token = deps.newToken();
  const claimed = await claim(deps, message, delivery, { token, lane });
  if (claimed) await attempt(deps, claimed, request, { token, lane });
}

async function skip({ deliveries, logger, nowMs }: Deps, delivery: DeliveryItem, reason: SkipReason): Promise<void> {
  await deliveries.skip(delivery, reason, nowMs());
  logger.info('Delivery skipped', { callId: delivery.callId, partnerId: delivery.partnerId, reason });
}
