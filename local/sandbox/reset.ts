import { PurgeQueueCommand } from '@aws-sdk/client-sqs';
import { BatchWriteCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { queuesOf, urlOf } from '../../operator/queues/queues.ts';
import type { Target } from '../../operator/target.ts';
import { chunksOf } from '../../shared/domain/chunks.ts';
import type { Item, Table } from '../../shared/store/table/connect.ts';
import { Problem } from '../../tooling/command-line/problem.ts';
import type { Disruptions } from './disruptions.ts';
import type { ClockMove } from './moved-clock.ts';

/** How many writes a request can have (a limit of DynamoDB). */
const MOST_WRITES = 25;

export interface Inside {
  readonly target: Target;
  readonly disruptions: Disruptions;
  readonly move: ClockMove;
}

/**
 * Reads the table. Returns a function that ends all disruptions, returns to the real time, empties the queues, and
 * restores the items that were read. `renew` empties the caches of a function.
 */
export async function prepareReset(
  { target, disruptions, move }: Inside,
  renew: (functionName: string) => Promise<void>,
): Promise<() => Promise<void>> {
  const { table, sqs } = target;
  const puts = (await readWholeTable(table)).map((itemThere) => ({ PutRequest: { Item: itemThere } }));
  const queueUrls = queuesOf(target).map((name) => urlOf(target, name));
  return async () => {
    disruptions.stopAll();
    move.moveTo(0);
    const deletions = (await readWholeTable(table)).map(({ PK, SK }) => ({ DeleteRequest: { Key: { PK, SK } } }));
    await writeItems(table, deletions);
    await Promise.all(queueUrls.map((QueueUrl) => sqs.send(new PurgeQueueCommand({ QueueUrl }))));
    await writeItems(table, puts);
    // Empties the cache of `deliver-webhook`. After the clock was moved back, its marks could move wake-ups to the slow
    // and the hung lane for a long time.
    await renew(target.outputs.DeliverFunctionName);
  };
}

async function readWholeTable({ db, name }: Table): Promise<Item[]> {
  const pages = paginateScan({ client: db }, { TableName: name, ConsistentRead: true });
  const items: Item[] = [];
  for await (const { Items = [] } of pages) items.push(...Items);
  return items;
}

type Write = { DeleteRequest: { Key: Item } } | { PutRequest: { Item: Item } };

async function writeItems({ db, name }: Table, writes: readonly Write[]): Promise<void> {
  for (const some of chunksOf(writes, MOST_WRITES)) {
    const { UnprocessedItems = {} } = await db.send(new BatchWriteCommand({ RequestItems: { [name]: [...some] } }));
    // An engine of the user's own may throttle writes.
    if (Object.keys(UnprocessedItems).length > 0) throw new Problem('The engine did not write all items. Reset again.');
  }
}
