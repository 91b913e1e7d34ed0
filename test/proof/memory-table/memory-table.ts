import {
  BatchGetCommand,
  type BatchGetCommandInput,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  type GetCommandInput,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { Table } from '../../../shared/store/connect.ts';
import { conditionFailed, invalid, noSuchTable } from './errors.ts';
import { projected } from './paths.ts';
import { bindProjection, readProjection } from './projection.ts';
import { query } from './queries.ts';
import { type Change, type Rows, rows } from './rows.ts';
import { idOf } from './schema.ts';
import { scopeOf } from './scope.ts';
import { transactions } from './transactions.ts';
import { type Item, storedItem } from './values.ts';
import { deleteWrite, keyIn, putWrite, updateWrite, type Write } from './writes.ts';

export interface MemoryTable extends Table {
  /** All items, as they are stored: nothing changes them, so the answer is a snapshot, and must not be changed. */
  items(): readonly Item[];
  /** The stream so far. */
  readonly changes: readonly Change[];
}

const NAME = 'memory';
const MAX_BATCH = 100;

/**
 * A DynamoDB table with the indexes of the stack, holding the given items. Takes the commands of the document client
 * and reads their expressions as DynamoDB does; each is carried out as a whole at the moment it is sent. No time passes in it.
 */
export function memoryTable(items: readonly Item[] = []): MemoryTable {
  const held = rows();
  const transact = transactions(held, refuseOtherTable);
  for (const item of items) held.replace(item, item);

  function execute(command: unknown): object {
    if (command instanceof TransactWriteCommand) {
      transact(command.input);
      return {};
    }
    if (command instanceof BatchGetCommand) return batchGet(held, command.input);
    if (command instanceof GetCommand) return get(held, ours(command.input));
    if (command instanceof QueryCommand) return query(held, ours(command.input));
    if (command instanceof PutCommand) return write(held, putWrite(ours(command.input)), command.input);
    if (command instanceof UpdateCommand) return write(held, updateWrite(ours(command.input)), command.input);
    if (command instanceof DeleteCommand) return write(held, deleteWrite(ours(command.input)), command.input);
    throw new TypeError('The table in memory does not know this command');
  }

  // What is given out is a copy: whoever changes it does not change the table.
  const send = async (command: unknown) => ({ $metadata: {}, ...storedItem(execute(command)) });
  // The document client's own paginators insist on its class.
  const db: DynamoDBDocumentClient = Object.assign(Object.create(DynamoDBDocumentClient.prototype), { send });
  return { db, name: NAME, items: held.items, changes: held.changes };
}

function refuseOtherTable(name: unknown): void {
  if (name !== NAME) throw noSuchTable(name);
}

function ours<Input extends { TableName: unknown }>(input: Input): Input {
  refuseOtherTable(input.TableName);
  return input;
}

function get(held: Rows, input: GetCommandInput): object {
  const shown = projectionOf(input);
  const item = held.at(keyIn(input.Key));
  return item ? { Item: shown(item) } : {};
}

function batchGet(held: Rows, { RequestItems = {} }: BatchGetCommandInput): object {
  const Responses: Record<string, Item[]> = {};
  for (const [name, request] of Object.entries(RequestItems)) {
    refuseOtherTable(name);
    const keys = (request.Keys ?? []).map((key) => keyIn(key));
    if (keys.length === 0 || keys.length > MAX_BATCH) throw invalid('A batch has 1 to 100 keys');
    if (new Set(keys.map(idOf)).size < keys.length) throw invalid('Provided list of item keys contains duplicates');
    const shown = projectionOf(request);
    Responses[name] = keys.flatMap((key) => {
      const item = held.at(key);
      return item ? [shown(item)] : [];
    });
  }
  return { Responses, UnprocessedKeys: {} };
}

function projectionOf(input: {
  ProjectionExpression?: string | undefined;
  ExpressionAttributeNames?: Record<string, string> | undefined;
}) {
  const projection = input.ProjectionExpression === undefined ? undefined : readProjection(input.ProjectionExpression);
  return bindProjection(projection, scopeOf(input, [projection]));
}

function write(held: Rows, wanted: Write, { ReturnValues }: { ReturnValues?: string | undefined }): object {
  const before = held.at(wanted.key);
  if (!wanted.holds(before ?? {})) throw conditionFailed(wanted.showsRefusal ? before : undefined);
  const after = wanted.after(before);
  held.replace(wanted.key, after);
  const Attributes = returned(ReturnValues, wanted, before, after);
  return Attributes === undefined ? {} : { Attributes };
}

function returned(wanted: string | undefined, { paths }: Write, before: Item | undefined, after: Item | undefined) {
  const part = (item: Item | undefined) => {
    const found = item && projected(item, paths);
    return found && Object.keys(found).length > 0 ? found : undefined;
  };
  switch (wanted) {
    case 'ALL_OLD':
      return before;
    case 'ALL_NEW':
      return after;
    case 'UPDATED_OLD':
      return part(before);
    case 'UPDATED_NEW':
      return part(after);
    default:
      return undefined;
  }
}
