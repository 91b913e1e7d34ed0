import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { deliveryItem } from '../../../shared/store/deliveries/item.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { clientSettings } from '../../../tooling/local-service.ts';
import type { Service } from './service.ts';
import { type Line, running } from './world.ts';

type Key = Record<string, string>;

/** Reads the running service's table, and creates states that only a fault would leave behind. */
export function stored(service: Service['ready'] = running()) {
  const client = new DynamoDBClient(clientSettings(service.dynamodbEndpoint, service.credentials));
  const db = DynamoDBDocumentClient.from(client);
  const TableName = service.tableName;
  const find = async (Key: Key) => (await db.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item;
  const put = (Item: Record<string, unknown>) => db.send(new PutCommand({ TableName, Item }));
  /** Changes an item as a fault might. Returns a function that restores it. */
  const damage = async (Key: Key, about: Record<string, unknown>) => {
    const item = await find(Key);
    await put({ ...item, ...about });
    return () => put({ ...item });
  };
  return {
    find,
    damage,
    remove: (Key: Key) => db.send(new DeleteCommand({ TableName, Key })),
    /** Leaves the line as a termination would that failed between its two steps. */
    async halfTerminate(partnerId: string, line: Line): Promise<void> {
      const terminatedAt = new Date().toISOString();
      for (const Key of [keys.delegation(partnerId, line.tenantId), keys.line(line.tenantId)]) {
        await db.send(
          new UpdateCommand({
            TableName,
            Key,
            UpdateExpression: 'SET #status = :terminated, terminatedAt = :at',
            ExpressionAttributeNames: { '#status': 'status' },
            ExpressionAttributeValues: { ':terminated': 'terminated', ':at': terminatedAt },
          }),
        );
      }
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
