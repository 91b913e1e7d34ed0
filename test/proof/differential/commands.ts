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
  last: '\uffff',
  none: null,
  l: ['p', 'q', 1],
  m: { a: 1, b: { c: 2 } },
};
export const Key = { PK: 'edge', SK: 'x' };
export const elsewhere = { PK: 'edge', SK: 'nothing' };
type Values = Record<string, unknown>;

/** Returns the expressions with an alias for each `#name` in them. */
function withNames(expressions: Readonly<Record<string, unknown>>) {
  const aliases = Object.values(expressions).join(' ').match(/#\w+/g) ?? [];
  const names = Object.fromEntries(aliases.map((alias) => [alias, alias.slice(1)]));
  return { ...expressions, ...(aliases.length > 0 ? { ExpressionAttributeNames: names } : {}) };
}

export const condition =
  (text: string, values?: Values, more: object = {}) =>
  (TableName: string) =>
    new DeleteCommand({
      ...{ TableName, Key, ExpressionAttributeValues: values },
      ...withNames({ ConditionExpression: text }),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      ...more,
    });

export const update =
  (
    UpdateExpression: string | undefined,
    values?: Values,
    more: { ConditionExpression?: string; [name: string]: unknown } = {},
  ) =>
  (TableName: string) => {
    const { ConditionExpression, ...others } = more;
    const expressions = withNames({ UpdateExpression, ConditionExpression });
    return new UpdateCommand({ TableName, Key, ...expressions, ExpressionAttributeValues: values, ...others });
  };

export const query =
  (
    text: string,
    values: Values,
    { FilterExpression, ...more }: { FilterExpression?: string; [name: string]: unknown } = {},
  ) =>
  (TableName: string) => {
    const expressions = withNames({ KeyConditionExpression: text, FilterExpression });
    return new QueryCommand({ TableName, ...expressions, ExpressionAttributeValues: values, ...more });
  };

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
