import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { Table } from '../../shared/store/table/connect.ts';
import { intercepted } from '../support/table/faulty.ts';

export type StoredItem = Readonly<Record<string, unknown>>;

/** Returns all items, sorted by key. */
export async function allItems({ db, name }: Table): Promise<StoredItem[]> {
  const items: StoredItem[] = [];
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await db.send(new ScanCommand({ TableName: name, ExclusiveStartKey, ConsistentRead: true }));
    items.push(...(page.Items ?? []));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey !== undefined);
  return items.sort((one, other) => (keyText(one) < keyText(other) ? -1 : 1));
}

const keyText = ({ PK, SK }: StoredItem) => `${String(PK)} ${String(SK)}`;

const WRITES = ['TransactWriteCommand', 'DeleteCommand', 'PutCommand', 'UpdateCommand'];

/** Returns the table of a process that is killed just before or just after its write with this number. */
export function killedAt(table: Table, write: number, isWritten: boolean): Table {
  let writes = 0;
  return intercepted(table, async (command) => {
    if (WRITES.includes(command.constructor.name)) writes += 1;
    // From then on, nothing of the process reaches the table.
    if (writes > write || (writes === write && !isWritten)) throw new Error('killed');
    const response = await table.db.send(command);
    if (writes === write && isWritten) throw new Error('killed');
    return response;
  });
}
