import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { deliveryItem } from '../../../shared/store/deliveries/item.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { clientSettings } from '../../../tooling/local-service.ts';
import { changeItem, itemAt, putItem, removeItem } from '../functions/deliveries.ts';
import { allItems, type StoredItem, tableAt } from '../table/table.ts';
import type { Service } from './service.ts';
import { type Line, running } from './world.ts';

type Key = Record<string, string>;

const tableOf = ({ dynamodbEndpoint, credentials, tableName }: Service['ready']) =>
  tableAt(new DynamoDBClient(clientSettings(dynamodbEndpoint, credentials)), tableName);

/** Returns every item of the running service's table. Only tests may scan it. */
export const wholeTable = (service: Service['ready']): Promise<StoredItem[]> => allItems(tableOf(service));

/** Reads the running service's table, and creates states that only a fault would leave behind. */
export function stored(service: Service['ready'] = running()) {
  const table = tableOf(service);
  const find = (Key: Key) => itemAt(table, Key);
  const put = (item: Record<string, unknown>) => putItem(table, item);
  /** Changes an item as a fault might. Returns a function that restores it. */
  const damage = async (Key: Key, about: Record<string, unknown>) => {
    const item = await find(Key);
    await put({ ...item, ...about });
    return () => put({ ...item });
  };
  return {
    find,
    damage,
    remove: (Key: Key) => removeItem(table, Key),
    /** Leaves the line as a termination would that failed between its two steps. */
    async halfTerminate(partnerId: string, line: Line): Promise<void> {
      const terminatedAt = new Date().toISOString();
      for (const Key of [keys.delegation(partnerId, line.tenantId), keys.line(line.tenantId)])
        await changeItem(table, Key, { status: 'terminated', terminatedAt });
    },
    put,
    /**
     * Stores a call and its delivery as if they had waited since an earlier time. Both are needed: a wake-up of the
     * sweep finds the call by the time in the delivery's row.
     */
    async backdate(callId: string, storedAtMs: number): Promise<void> {
      const row = deliveryItem.parse(await find(keys.delivery(callId)));
      const call = await find(keys.call(row.tenantId, row.storedAtMs, callId));
      await put({ ...call, ...keys.call(row.tenantId, storedAtMs, callId), storedAtMs });
      await damage(keys.delivery(callId), { storedAtMs });
    },
    /** Makes a delivery's row unreadable, as a faulty release might. Returns a function that restores it. */
    spoilDelivery: (callId: string, attempts = 'unreadable') => damage(keys.delivery(callId), { attempts }),
  };
}
