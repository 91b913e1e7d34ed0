import { wakeAll } from '../../shared/delivery/wake-ups/wake-all.ts';
import type { DeliveryItem } from '../../shared/store/deliveries/item.ts';
import { invoke } from '../invoke.ts';
import { urlOf, wakeUpQueuesOf } from '../queues/queues.ts';
import { UnreadableDelivery } from '../records/deliveries-in-range.ts';
import { findDelivery } from '../records/delivery-queries.ts';
import type { Target } from '../target.ts';
import { callIdsInBatch } from './calls-in-batch.ts';
import type { OnProgress, RedriveResult } from './dead-letters.ts';
import { dropCommand } from './drop.ts';
import { relayFailureIn } from './message-bodies.ts';
import { deleteMessage, forEachPageOfMessages, type ReceivedMessage } from './messages.ts';

/**
 * Wakes the pending deliveries that the messages are about, and deletes the messages. A message stays in the queue if
 * the message or one of its deliveries cannot be read.
 */
export async function redriveRelayFailures(target: Target, onMessages: OnProgress): Promise<RedriveResult> {
  const queueUrl = urlOf(target, 'relay-failures');
  const problems: string[] = [];
  let matched = 0;
  await forEachPageOfMessages(target.sqs, queueUrl, async (page) => {
    const staying: ReceivedMessage[] = [];
    for (const message of page) {
      const obstacle = await wakeOrExplain(target, message);
      if (obstacle === undefined) await deleteMessage(target.sqs, queueUrl, message);
      else {
        staying.push(message);
        problems.push(stayingSentence(target, message, obstacle));
      }
    }
    matched += page.length;
    onMessages(matched);
    return staying;
  });
  return { matched, redriven: matched - problems.length, warnings: [], problems };
}

/** The alarm `relay-failures` stays raised while the message is in the queue. */
const stayingSentence = (target: Target, { messageId }: ReceivedMessage, obstacle: string) =>
  `Message ${messageId} stays in the queue: ${obstacle}. Once the cause is clear, delete the message: ${dropCommand(target, 'relay-failures', messageId)}`;

/**
 * Wakes the pending deliveries that a message is about. Returns a reason if the message or one of these deliveries
 * cannot be read.
 */
async function wakeOrExplain(target: Target, { body }: ReceivedMessage): Promise<string | undefined> {
  const failure = relayFailureIn(body);
  if (!failure) return 'this version cannot read the message';
  const callIds = await callIdsInBatch(target.streams, failure);
  if (!callIds) {
    // The stream has deleted the records, so the sweep has already found their deliveries. The sweep runs once more, to
    // be sure.
    await invoke(target, target.outputs.SweepFunctionName, {});
    return undefined;
  }
  const rows = await Promise.all(callIds.map((callId) => findReadableDelivery(target, callId)));
  const unreadable = callIds.filter((_, index) => rows[index] === 'unreadable');
  await wakeInMainLane(
    target,
    rows.filter((row) => row !== undefined && row !== 'unreadable'),
  );
  return unreadable.length === 0 ? undefined : `the delivery of ${unreadable.join(', ')} cannot be read`;
}

async function findReadableDelivery(
  { table }: Target,
  callId: string,
): Promise<DeliveryItem | undefined | 'unreadable'> {
  try {
    return await findDelivery(table, callId);
  } catch (error) {
    if (error instanceof UnreadableDelivery) return 'unreadable';
    throw error;
  }
}

/** Sends wake-ups to the main lane, from which each wake-up moves to the lane of its partner. */
async function wakeInMainLane(target: Target, rows: readonly DeliveryItem[]): Promise<void> {
  const lanes = { of: async () => () => 'main' as const };
  const waiting = rows.filter(({ status }) => status === 'pending');
  const { rejected } = await wakeAll({ lanes, wakeUps: wakeUpQueuesOf(target) }, waiting, target.nowMs());
  if (rejected.length > 0) throw new Error(`The main queue did not accept ${rejected.length} wake-ups`);
}
