import {
  BatchGetCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { type FunctionName, RIGHTS } from '../../../lib/rights.ts';
import type { Table } from '../../../shared/store/table/connect.ts';

interface Demand {
  readonly action: string;
  readonly partitionKeys: readonly string[];
  readonly index?: string | undefined;
}

/** Rejects every request that rights.ts does not grant to the function, as IAM would. */
export function actingAs(action: FunctionName, { db, name }: Table): Table {
  const send = (command: Parameters<typeof db.send>[0]) => {
    const rejected = demandsOf(command).find((demand) => !isGranted(action, demand));
    if (rejected) return Promise.reject(new Error(`${action} has no right to ${JSON.stringify(rejected)}`));
    return db.send(command);
  };
  return { name, db: new Proxy(db, { get: (target, key) => (key === 'send' ? send : Reflect.get(target, key)) }) };
}

const isGranted = (name: FunctionName, { action, partitionKeys, index }: Demand) =>
  RIGHTS[name].table.some(
    (right) =>
      right.index === index &&
      right.may.some((granted) => granted === action) &&
      partitionKeys.every((key) => right.on.some((prefix) => key.startsWith(prefix))),
  );

const partitionKey = z.looseObject({ PK: z.string() }).transform(({ PK }) => PK);
const keyOf = (item: unknown) => partitionKey.parse(item);

function demandsOf(command: unknown): Demand[] {
  if (command instanceof GetCommand) return [{ action: 'GetItem', partitionKeys: [keyOf(command.input.Key)] }];
  if (command instanceof PutCommand) return [{ action: 'PutItem', partitionKeys: [keyOf(command.input.Item)] }];
  if (command instanceof UpdateCommand) return [{ action: 'UpdateItem', partitionKeys: [keyOf(command.input.Key)] }];
  if (command instanceof DeleteCommand) return [{ action: 'DeleteItem', partitionKeys: [keyOf(command.input.Key)] }];
  if (command instanceof QueryCommand) return [queried(command)];
  if (command instanceof BatchGetCommand) {
    const asked = Object.values(command.input.RequestItems ?? {}).flatMap(({ Keys = [] }) => Keys);
    return [{ action: 'BatchGetItem', partitionKeys: asked.map(keyOf) }];
  }
  if (command instanceof TransactWriteCommand) return transacted(command);
  throw new Error('No function is known to send this command');
}

function queried({ input }: QueryCommand): Demand {
  const [, value = ''] = /^\s*\S+\s*=\s*(:\w+)/.exec(input.KeyConditionExpression ?? '') ?? [];
  const key = z.string().parse(input.ExpressionAttributeValues?.[value]);
  return { action: 'Query', partitionKeys: [key], index: input.IndexName };
}

/** Demands each action on all keys of the transaction, which is the strictest way IAM could evaluate it. */
function transacted({ input }: TransactWriteCommand): Demand[] {
  const parts = (input.TransactItems ?? []).map(({ Put, Update, Delete, ConditionCheck }) => {
    if (Put) return { action: 'PutItem', key: keyOf(Put.Item) };
    if (Update) return { action: 'UpdateItem', key: keyOf(Update.Key) };
    if (Delete) return { action: 'DeleteItem', key: keyOf(Delete.Key) };
    return { action: 'ConditionCheckItem', key: keyOf(ConditionCheck?.Key) };
  });
  const partitionKeys = parts.map(({ key }) => key);
  return [...new Set(parts.map(({ action }) => action))].map((action) => ({ action, partitionKeys }));
}
