import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { Received } from '../../shared/delivery/wake-ups/inbox.ts';
import { wakeUp } from '../../shared/delivery/wake-ups/queue.ts';
import { idsOf } from '../../shared/domain/deliveries/delivery.ts';
import { isLater, SUSPENDED, UNPREPARED } from '../../shared/domain/deliveries/lane.ts';
import { PARTNER_SUSPENDED, webhookOrSkipReason } from '../../shared/domain/deliveries/skip-reasons.ts';
import { reportFault } from '../../shared/telemetry/telemetry.ts';
import { makeAttempt, PreparationFault, prepareRequest, runPreparationStep } from './attempt.ts';
import { claimDelivery, handleUnlessDue, skipDelivery } from './claim.ts';
import type { Deps, Message } from './deps.ts';
import { type Running, receiveFurtherMessages, runningMessages } from './further-messages.ts';
import { storeHealth } from './health.ts';
import { dropWakeUp } from './hop-limit.ts';
import { type KnownLanes, knownLanes, moveToLanes } from './known-lanes.ts';
import { markPartner, startLaneMarking } from './lane-marking.ts';
import { countFreshness } from './reporting.ts';

/**
 * Handles the messages of a batch in parallel, and receives further messages while it waits for receivers. A message
 * stays in its queue if it cannot be read, or after a fault other than a `PreparationFault`. A failure of a receiver is
 * written to the delivery's row.
 */
export const createHandler = (deps: Deps) => {
  const known = knownLanes();
  return async (
    { Records }: SQSEvent,
    { getRemainingTimeInMillis }: Pick<Context, 'getRemainingTimeInMillis'>,
  ): Promise<SQSBatchResponse> => {
    const running = runningMessages(deps);
    const batch = Records.map((record) => receivedOf(deps, record));
    const handling = handleAll(deps, known, running, batch);
    await receiveFurtherMessages(deps, {
      lane: batch[0]?.lane ?? 'main',
      running,
      handle: (taken) => handleAll(deps, known, running, taken),
      remainingMs: getRemainingTimeInMillis,
    });
    const done = await handling;
    const failed = batch.filter(({ id }) => !done.has(id));
    return { batchItemFailures: failed.map(({ id }) => ({ itemIdentifier: id })) };
  };
};

const receivedOf = ({ laneOfQueue }: Deps, { messageId, body, eventSourceARN, attributes }: SQSRecord): Received => ({
  id: messageId,
  body,
  lane: laneOfQueue(eventSourceARN),
  isRepeated: attributes.ApproximateReceiveCount !== '1',
});

/** Handles messages in parallel. Returns the ids of the messages that are done. */
async function handleAll(
  deps: Deps,
  known: KnownLanes,
  running: Running,
  received: readonly Received[],
): Promise<ReadonlySet<string>> {
  const messages = received.flatMap((one) => readMessage(deps, one));
  const {
    dropped = [],
    moved = [],
    handled = [],
  } = Object.groupBy(messages, (message) => {
    if (message.wakeUp.hops > deps.maxHops) return 'dropped';
    return known.canMove(message, deps.nowMs()) ? 'moved' : 'handled';
  });
  for (const message of dropped) dropWakeUp(deps, message);
  const done = await Promise.all([
    moveToLanes(deps, known, moved),
    ...handled.map((message) => running.track(tryWakeUp(deps, message, known))),
  ]);
  return new Set([...done.flat(), ...dropped.map(({ id }) => id)]);
}

function readMessage(deps: Deps, { body, ...received }: Received): Message[] {
  try {
    return [{ ...received, wakeUp: wakeUp.parse(JSON.parse(body)) }];
  } catch (error) {
    reportFault(deps, 'A wake-up cannot be read', error, { messageId: received.id });
    return [];
  }
}

/**
 * Returns the message's id if the queue can delete the message. It can also delete a message whose request could not be
 * prepared: if that message stayed, the sweep would send more wake-ups for its delivery, and one partner could fill the
 * queue.
 */
async function tryWakeUp(deps: Deps, message: Message, known: KnownLanes): Promise<string[]> {
  const about = { messageId: message.id, ...idsOf(message.wakeUp) };
  try {
    await handleWakeUp(deps, message, known);
    return [message.id];
  } catch (error) {
    if (!(error instanceof PreparationFault)) {
      reportFault(deps, 'A wake-up could not be handled', error, about);
      return [];
    }
    reportFault(deps, 'A request could not be prepared; the sweep tries again', error.cause ?? error, about);
    await markPartner(deps, known, message.wakeUp.partnerId, UNPREPARED);
    return [message.id];
  }
}

async function handleWakeUp(deps: Deps, message: Message, known: KnownLanes): Promise<void> {
  const context = await runPreparationStep(await deps.findContext(message.wakeUp));
  const { delivery, partner } = context;
  if (!delivery) return deps.logger.warn('Wake-up of an unknown delivery', { ...idsOf(message.wakeUp) });

  const { partnerId } = delivery;
  known.note(partnerId, context.laneMarks);
  const lane = known.laneOf(partnerId, deps.nowMs());
  const onward = { lane, hops: message.wakeUp.hops + 1 };
  if ((await handleUnlessDue(deps, message, delivery, onward)) === 'done') return;
  if (isLater(lane, message.lane)) return deps.wakeUps.send({ delivery, ...onward, delayMs: 0 });

  if (!partner) throw new PreparationFault('A delivery has no partner');
  const webhook = webhookOrSkipReason(partner, context.webhook);
  if (webhook === PARTNER_SUSPENDED) await markPartner(deps, known, partnerId, SUSPENDED);
  if (typeof webhook === 'string') return skipDelivery(deps, delivery, webhook);

  const request = await runPreparationStep(() => prepareRequest(deps, partnerId, context, webhook.url));
  const claimed = await claimDelivery(deps, message, delivery, onward);
  if (!claimed) return;
  const made = await makeAttempt(deps, claimed, request, onward, () => startLaneMarking(deps, known, partnerId));
  const health = await storeHealth(deps, { partnerId, ...partner }, claimed, made);
  countFreshness(deps.meter, claimed, made, health);
}
