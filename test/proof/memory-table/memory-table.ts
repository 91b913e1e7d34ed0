import {
  BatchGetCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { Table } from '../../../shared/store/table/connect.ts';
import { conditionFailed, noSuchTable, unused } from './errors.ts';
import { batchGet, getItem, query } from './reads.ts';
import { type Change, type OnChange, type Rows, rows } from './rows.ts';
import { pick } from './schema.ts';
import { transactions } from './transactions.ts';
import { type Item, storedItem } from './values.ts';
import { deleteWrite, putWrite, updateWrite, type Write } from './writes.ts';

export interface MemoryTable extends Table {
  /** Returns all stored items as a snapshot, which callers must not change. */
  items(): readonly Item[];
  /** Returns the stored item with this key, which callers must not change. */
  at(key: Item): Item | undefined;
  /** The stream records so far; none if the table was created with `onChange`. */
  readonly changes: readonly Change[];
}

interface Contents {
  /** The first items. The table does not copy them, because stored items are immutable. */
  readonly items?: readonly Item[];
  readonly name?: string;
  /** Receives each stream record, in place of `changes`. A long run would fill the memory with records. */
  readonly onChange?: OnChange | undefined;
  /** Is called with each key that GetItem or BatchGetItem reads, and its item, if there is one. */
  readonly onRead?: ((key: Item, item: Item | undefined) => void) | undefined;
  /** Whether responses contain the stored items themselves, and no copies. Then no caller may change a response. */
  readonly sharesItems?: boolean;
}

/**
 * Creates a DynamoDB table in memory, with the indexes of the stack and the given items. It takes the commands of the
 * document client and evaluates their expressions as DynamoDB does. Each command is atomic and takes effect at once.
 */
export function memoryTable({
  items = [],
  name = 'memory',
  onChange,
  onRead,
  sharesItems = false,
}: Contents = {}): MemoryTable {
  const changes: Change[] = [];
  const held = rows(items, onChange ?? ((change) => void changes.push(change)));
  const readable = onRead ? { ...held, at: (key: Item) => noted(key, held.at(key), onRead) } : held;
  const rejectOtherTable = (wanted: unknown) => {
    if (wanted !== name) throw noSuchTable(wanted);
  };
  const ours = <Input extends { TableName: unknown }>(input: Input): Input => {
    rejectOtherTable(input.TableName);
    return input;
  };
  const transact = transactions(held, rejectOtherTable);

  function execute(command: unknown): object {
    if (command instanceof TransactWriteCommand) {
      transact(command.input);
      return {};
    }
    if (command instanceof BatchGetCommand) return batchGet(readable, command.input, rejectOtherTable);
    if (command instanceof GetCommand) return getItem(readable, ours(command.input));
    if (command instanceof QueryCommand) return query(held, ours(command.input));
    if (command instanceof PutCommand) return writeItem(held, putWrite(ours(command.input)), command.input);
    if (command instanceof UpdateCommand) return writeItem(held, updateWrite(ours(command.input)), command.input);
    if (command instanceof DeleteCommand) return writeItem(held, deleteWrite(ours(command.input)), command.input);
    throw new TypeError('The table in memory does not support this command');
  }

  // Responses are copies, so that a caller cannot change the table with them.
  const copied = sharesItems ? (response: object) => response : storedItem;
  const send = async (command: unknown) => ({ $metadata: {}, ...copied(execute(command)) });
  // The SDK's paginators accept only an instance of the document client's class.
  const db: DynamoDBDocumentClient = Object.assign(Object.create(DynamoDBDocumentClient.prototype), { send });
  return { db, name, items: held.items, at: held.at, changes };
}

function noted(key: Item, item: Item | undefined, onRead: NonNullable<Contents['onRead']>): Item | undefined {
  onRead(key, item);
  return item;
}

/** Executes one write, and returns the values that its request asked for. */
function writeItem(
  rows: Rows,
  write: Write,
  { ReturnValues = 'NONE' }: { ReturnValues?: string | undefined },
): { Attributes?: Item } {
  const before = rows.at(write.key);
  if (!write.holds(before ?? {})) throw conditionFailed(write.showsRejection ? before : undefined);
  const after = write.after(before);
  const Attributes = returned(ReturnValues, write, after);
  rows.replace(write.key, after);
  return Attributes === undefined ? {} : { Attributes };
}

/** Only an update returns values. Of a nested path, the engines return different parts. */
function returned(wanted: string, { paths = [] }: Write, after: Item | undefined): Item | undefined {
  if (wanted === 'NONE') return undefined;
  if (paths.length === 0 || after === undefined) throw unused('values that are no result of an update');
  if (wanted === 'ALL_NEW') return after;
  if (wanted !== 'UPDATED_NEW' || paths.some((path) => path.length > 1)) throw unused(`${wanted} of this update`);
  const part = pick(after, paths.flat());
  return Object.keys(part).length > 0 ? part : undefined;
}
