import { PurgeQueueCommand } from '@aws-sdk/client-sqs';
import { BatchWriteCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { queuesOf, urlOf } from '../../operator/queues/queues.ts';
import type { Target } from '../../operator/target.ts';
import { chunksOf } from '../../shared/domain/chunks.ts';
import type { Item, Table } from '../../shared/store/table/connect.ts';
import { Problem } from '../../tooling/command-line/problem.ts';

/** How many writes a request can have (a limit of DynamoDB). */
const MOST_WRITES = 25;

/** Reads the table. Returns a function that empties the table and the queues, and restores the items that were read. */
export async function captureStartState(target: Target): Promise<() => Promise<void>> {
  const { table, sqs } = target;
  const atStart = await readWholeTable(table);
  const queueUrls = queuesOf(target).map((name) => urlOf(target, name));
  return async () => {
    const keys = (await readWholeTable(table)).map(({ PK, SK }) => ({ PK, SK }));
    await writeItems(
      table,
      keys.map((Key) => ({ DeleteRequest: { Key } })),
    );
    await Promise.all(queueUrls.map((QueueUrl) => sqs.send(new PurgeQueueCommand({ QueueUrl }))));
    await writeItems(
      table,
      atStart.map((ItemThere) => ({ PutRequest: { Item: ItemThere } })),
    );
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
