import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { clientSettings } from '../../../tooling/local-service.ts';
import type { Service } from './service.ts';

/** Returns every item of the running service's table. Only tests may scan it. */
export async function wholeTable(service: Service['ready']): Promise<Record<string, unknown>[]> {
  const client = new DynamoDBClient(clientSettings(service.dynamodbEndpoint, service.credentials));
  const db = DynamoDBDocumentClient.from(client);
  const items: Record<string, unknown>[] = [];
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await db.send(new ScanCommand({ TableName: service.tableName, ExclusiveStartKey }));
    items.push(...(page.Items ?? []));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey !== undefined);
  return items;
}
