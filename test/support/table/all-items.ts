import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { Table } from '../../../shared/store/table/connect.ts';

export type StoredItem = Readonly<Record<string, unknown>>;

/** Returns all items of the table, sorted by key. */
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
