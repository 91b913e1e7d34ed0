import { INTAKE_RETRIED_FOR } from '../../shared/domain/calls/intake-retries.ts';
import type { DeadLetter } from '../console/protocol/command-values.ts';
import type { FailureQueue } from '../console/protocol/queues.ts';
import { isoTime } from '../iso-time.ts';
import { urlOf } from '../queues/queues.ts';
import type { Target } from '../target.ts';
import { callIdsInBatch } from './calls-in-batch.ts';
import { queuedCallIdIn, relayFailureIn, wakeUpIn } from './message-bodies.ts';
import { forEachPageOfMessages, type ReceivedMessage } from './messages.ts';

/** Describes the messages that the queue returns, and leaves these messages in the queue. */
export async function listMessages(target: Target, queue: FailureQueue): Promise<DeadLetter[]> {
  const listed: DeadLetter[] = [];
  await forEachPageOfMessages(target.sqs, urlOf(target, queue), async (page) => {
    for (const message of page) listed.push(await describeMessage(target, queue, message));
    return page;
  });
  return listed;
}

/** Describes one message, without personal data. */
export async function describeMessage(
  target: Target,
  queue: FailureQueue,
  message: ReceivedMessage,
): Promise<DeadLetter> {
  const about = await ABOUT[queue](target, message);
  const { messageId, sentAtMs, receivedCount } = message;
  return { queue, messageId, since: isoTime(sentAtMs), receivedCount, ...about };
}

type About = Pick<DeadLetter, 'callIds' | 'partnerId' | 'note'>;

const ABOUT: Readonly<Record<FailureQueue, (target: Target, message: ReceivedMessage) => About | Promise<About>>> = {
  'dead-letters': (_, { body }) => describeWakeUp(body),
  'relay-failures': (target, { body }) => describeRelayFailure(target, body),
  'intake-dead-letters': (_, message) => describeQueuedCall(message),
};

/** Shows only the call id from the body, because the rest of the body can contain a whole phone number. */
function describeQueuedCall({ body, reason }: ReceivedMessage): About {
  const callId = queuedCallIdIn(body);
  const note = reason === undefined ? `the call could not be recorded for ${INTAKE_RETRIED_FOR}` : `refused: ${reason}`;
  return { callIds: callId === undefined ? [] : [callId], partnerId: null, note };
}

function describeWakeUp(body: string): About {
  const found = wakeUpIn(body);
  return found
    ? { callIds: [found.callId], partnerId: found.partnerId, note: null }
    : { callIds: [], partnerId: null, note: 'the message is not a wake-up that this version can read' };
}

async function describeRelayFailure({ streams }: Target, body: string): Promise<About> {
  const failure = relayFailureIn(body);
  if (!failure)
    return { callIds: [], partnerId: null, note: 'the message is not a stream failure that this version can read' };
  const { condition } = failure.requestContext;
  const callIds = await callIdsInBatch(streams, failure);
  if (callIds) return { callIds, partnerId: null, note: condition };
  const note = `${condition}; the stream no longer has the ${failure.DDBStreamBatchInfo.batchSize} records`;
  return { callIds: [], partnerId: null, note };
}
