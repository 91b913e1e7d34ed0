import { DynamoDBClient, PutItemCommand, ScanCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { TableModel } from '../../../../local/aws/cloudformation/stack-model.ts';
import { deleteExpiredItems } from '../../../../local/aws/dynamodb/expiry.ts';
import type { Table } from '../../../../shared/store/table/connect.ts';
import { testSettings } from '../../../support/access.ts';
import { testTable } from '../../../support/table/table.ts';

const NOW_SECONDS = 1_800_000_000;
const { signal } = new AbortController();

describe('the deletion of expired items', () => {
  let client: DynamoDBClient;
  let table: Table;
  let model: TableModel;
  beforeEach(async () => {
    client = new DynamoDBClient(testSettings(process.env['TEST_DYNAMODB_ENDPOINT'] ?? ''));
    table = await testTable(client);
    const KeySchema = [
      { AttributeName: 'PK', KeyType: 'HASH' },
      { AttributeName: 'SK', KeyType: 'RANGE' },
    ];
    const TimeToLiveSpecification = { AttributeName: 'endsAt', Enabled: true };
    model = {
      logicalId: 'Table',
      name: table.name,
      properties: { KeySchema, AttributeDefinitions: [], TimeToLiveSpecification },
    };
  });
  afterEach(() => client.destroy());

  const put = (PK: string, about: Record<string, { N: string } | { S: string }> = {}) =>
    client.send(new PutItemCommand({ TableName: table.name, Item: { PK: { S: PK }, SK: { S: 'x' }, ...about } }));
  const stored = async () => {
    const { Items = [] } = await client.send(new ScanCommand({ TableName: table.name }));
    return Items.map(({ PK }) => PK?.S).sort();
  };
  const expire = (about: Partial<TableModel> = {}) =>
    deleteExpiredItems(client, { ...model, ...about }, { nowMs: () => NOW_SECONDS * 1_000, signal });

  it('the local service deletes only items whose expiry is in the past', async () => {
    await put('over', { endsAt: { N: String(NOW_SECONDS - 1) } });
    await put('just now', { endsAt: { N: String(NOW_SECONDS) } });
    await put('later', { endsAt: { N: String(NOW_SECONDS + 1) } });
    await put('for ever');
    await put('in milliseconds', { endsAt: { N: String((NOW_SECONDS - 1) * 1_000) } });
    await put('as a text', { endsAt: { S: '1' } });
    await expire();
    expect(await stored()).toEqual(['as a text', 'for ever', 'in milliseconds', 'just now', 'later']);
  });

  it('expired items are deleted from all pages of a large table', async () => {
    for (let n = 0; n < 230; n += 1) await put(`${n}`, { endsAt: { N: String(n % 2 === 0 ? 1 : NOW_SECONDS * 2) } });
    await expire();
    expect(await stored()).toHaveLength(115);
  });

  it('an item stays in the table if an update extends its expiry just before the deletion', async () => {
    await put('renewed', { endsAt: { N: '1' } });
    const renew = new UpdateItemCommand({
      TableName: table.name,
      Key: { PK: { S: 'renewed' }, SK: { S: 'x' } },
      UpdateExpression: 'SET endsAt = :later',
      ExpressionAttributeValues: { ':later': { N: String(NOW_SECONDS + 1) } },
    });
    client.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          if (commandName === 'DeleteItemCommand') await client.send(renew);
          return next(args);
        },
      { step: 'initialize' },
    );
    await expire();
    expect(await stored()).toEqual(['renewed']);
  });

  it('expired items stay in a table whose template does not set a time to live', async () => {
    await put('old', { endsAt: { N: '1' } });
    const { TimeToLiveSpecification, ...properties } = model.properties;
    await expire({ properties });
    expect(TimeToLiveSpecification).toBeDefined();
    expect(await stored()).toEqual(['old']);
  });
});
