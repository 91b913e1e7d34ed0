import {
  BatchGetCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';

/** The item that hand-written commands use. The table contains this item before each command. */
export const SUBJECT = {
  PK: 'edge',
  SK: 'x',
  n: 5,
  s: 'text',
  wide: 'é😀',
  last: '\uffff',
  none: null,
  l: ['p', 'q', 1],
  m: { a: 1, b: { c: 2 } },
  tags: new Set(['a', 'b']),
};
export const Key = { PK: 'edge', SK: 'x' };
export const elsewhere = { PK: 'edge', SK: 'nothing' };
type Values = Record<string, unknown>;

export const condition = (text: string, values?: Values, names?: Record<string, string>) => (TableName: string) =>
  new DeleteCommand({
    TableName,
    Key,
    ConditionExpression: text,
    ExpressionAttributeValues: values,
    ExpressionAttributeNames: names,
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });

export const update =
  (text: string | undefined, values?: Values, more: object = {}) =>
  (TableName: string) =>
    new UpdateCommand({ TableName, Key, UpdateExpression: text, ExpressionAttributeValues: values, ...more });

export const query =
  (text: string, values: Values, more: object = {}) =>
  (TableName: string) =>
    new QueryCommand({ TableName, KeyConditionExpression: text, ExpressionAttributeValues: values, ...more });

type Part = NonNullable<TransactWriteCommand['input']['TransactItems']>[number];
export const transaction = (parts: (TableName: string) => Part[], ClientRequestToken?: string) => (TableName: string) =>
  new TransactWriteCommand({ TransactItems: parts(TableName), ClientRequestToken });

export const put =
  (item: object, more: object = {}) =>
  (TableName: string) =>
    new PutCommand({ TableName, Item: { ...Key, ...item }, ...more });
export const get = (more: object) => (TableName: string) => new GetCommand({ TableName, Key, ...more });
export const batch =
  (...Keys: object[]) =>
  (TableName: string) =>
    new BatchGetCommand({ RequestItems: { [TableName]: { Keys: Keys.map((key) => ({ ...key })) } } });
