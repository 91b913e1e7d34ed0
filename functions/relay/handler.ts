import type { DynamoDBBatchResponse } from 'aws-lambda';
import * as z from 'zod/mini';
import type { WakeUps } from '../../shared/delivery/wake-ups/queue.ts';
import { logWakeUps, wakeAll } from '../../shared/delivery/wake-ups/wake-all.ts';
import { NEW_DELIVERY_RECORD } from '../../shared/names/table.ts';
import type { DueDeliveryStore } from '../../shared/store/deliveries/due-deliveries.ts';
import type { DeliveryItem } from '../../shared/store/deliveries/item.ts';
import type { LaneStore } from '../../shared/store/deliveries/lanes.ts';
import { callIdIn } from '../../shared/store/table/keys.ts';
import { reportFault, type Telemetry } from '../../shared/telemetry/telemetry.ts';

const text = z.object({ S: z.string() });
/** An event of the table's stream, which contains only keys. */
const streamEvent = z.object({
  Records: z.array(
    z.object({
      eventName: z.string(),
      dynamodb: z.object({ SequenceNumber: z.string(), Keys: z.object({ PK: text, SK: text }) }),
    }),
  ),
});

interface Deps extends Telemetry {
  readonly deliveries: Pick<DueDeliveryStore, 'findAll'>;
  readonly lanes: Pick<LaneStore, 'of'>;
  readonly wakeUps: Pick<WakeUps, 'sendAll'>;
  readonly nowMs: () => number;
}

interface Relayed {
  readonly sequenceNumber: string;
  readonly row: DeliveryItem;
}

/**
 * Sends the first wake-up of each new pending delivery. Returns the records that could not be relayed. Lambda retries
 * from the first of them on, and at last puts a reference to the failed records into the queue of relay failures. The
 * sweep finds the deliveries of these records.
 */
export const createHandler =
  (deps: Deps) =>
  async (event: unknown): Promise<DynamoDBBatchResponse> => {
    const { found, unreadable } = await readRows(deps, recordsOf(event));
    const waiting = found.filter(({ row }) => row.status === 'pending');
    const unsent = await sendWakeUps(deps, waiting);
    return { batchItemFailures: [...unreadable, ...unsent].map((itemIdentifier) => ({ itemIdentifier })) };
  };

const recordsOf = (event: unknown) =>
  streamEvent
    .parse(event)
    .Records.filter(
      ({ eventName, dynamodb }) =>
        eventName === NEW_DELIVERY_RECORD.eventName && dynamodb.Keys.SK.S === NEW_DELIVERY_RECORD.sortKey,
    )
    .map(({ dynamodb: { SequenceNumber, Keys } }) => ({
      sequenceNumber: SequenceNumber,
      key: { PK: Keys.PK.S, SK: Keys.SK.S },
    }));

async function readRows(deps: Deps, records: ReturnType<typeof recordsOf>) {
  const rowOf = await deps.deliveries.findAll(records.map(({ key }) => key));
  const found: Relayed[] = [];
  const unreadable: string[] = [];
  for (const { sequenceNumber, key } of records) {
    try {
      const row = rowOf(key);
      if (row) found.push({ sequenceNumber, row });
    } catch (error) {
      reportFault(deps, 'A delivery cannot be read', error, { callId: callIdIn(key.PK) });
      unreadable.push(sequenceNumber);
    }
  }
  return { found, unreadable };
}

/** Returns the sequence numbers of the records whose wake-up no queue accepted. */
async function sendWakeUps(deps: Deps, relayed: readonly Relayed[]): Promise<string[]> {
  const rows = relayed.map(({ row }) => row);
  const woken = await wakeAll(deps, rows, deps.nowMs());
  logWakeUps(deps, woken);
  const unsent = relayed.filter(({ row }) => woken.rejected.some(({ delivery }) => delivery === row));
  return unsent.map(({ sequenceNumber }) => sequenceNumber);
}
