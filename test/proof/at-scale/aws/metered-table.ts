import {
  BatchGetCommand,
  DeleteCommand,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { TABLE } from '../../../../shared/names/table.ts';
import { BYTES_PER_UNIT, TRANSACTION_FACTOR } from '../../../../tooling/capacity/aws-figures.ts';
import { cancelled, throttling } from '../../../support/aws/table-errors.ts';
import { type MemoryTable, memoryTable } from '../../memory-table/memory-table.ts';
import type { Change, OnChange } from '../../memory-table/rows.ts';
import { INDEXES } from '../../memory-table/schema.ts';
import { type Item, sizeOfItem } from '../../memory-table/values.ts';
import type { Throughput } from './throughput.ts';

interface Deps {
  readonly throughput: Throughput;
  readonly items: readonly Item[];
  readonly onChange: OnChange;
}

export type MeteredTable = ReturnType<typeof meteredTable>;

/** A table that counts the units of each command as AWS bills it, and throttles commands that use a hot key. */
export function meteredTable({ throughput, items, onChange }: Deps) {
  let factor = 1;
  let written = 0;
  let isFree = false;
  const memory: MemoryTable = memoryTable({
    items,
    sharesItems: true,
    onRead: (key, item) => throughput.use('read', 'table', partitionOf(key), unitsOf('read', item)),
    onChange: (change, before, after) => {
      countWrite(change, before, after);
      onChange(change, before, after);
    },
  });
  const carryOut = (command: unknown): Promise<unknown> => Reflect.apply(memory.db.send, memory.db, [command]);

  function countWrite({ key }: Change, before: Item | undefined, after: Item | undefined): void {
    if (isFree) return;
    written += 1;
    const units = Math.max(unitsOf('write', before), unitsOf('write', after));
    throughput.use('write', 'table', partitionOf(key), units * factor);
    // A change of an index key deletes one entry and writes another.
    for (const { partition, sort } of INDEXES) {
      // An index has only the items with both of its keys.
      const [old, now] = [before, after].map((item) => item?.[partition.name] && item[sort.name]);
      if (old === now) continue;
      const entries = (old === undefined ? 0 : 1) + (now === undefined ? 0 : 1);
      throughput.use('write', 'index', String(after?.[partition.name] ?? before?.[partition.name]), entries);
    }
  }

  function get(command: GetCommand): Promise<unknown> {
    if (!throughput.permits('read', 'table', partitionOf(command.input.Key ?? {}))) throw throttling();
    return carryOut(command);
  }

  async function batchGet(command: BatchGetCommand): Promise<unknown> {
    const [[name, { Keys = [], ...how }] = ['', {}]] = Object.entries(command.input.RequestItems ?? {});
    const later = Keys.filter((key) => !throughput.permits('read', 'table', partitionOf(key)));
    if (later.length === 0) return carryOut(command);
    if (later.length === Keys.length) throw throttling();
    const now = Keys.filter((key) => !later.includes(key));
    const response = await carryOut(new BatchGetCommand({ RequestItems: { [name]: { ...how, Keys: now } } }));
    return Object.assign(Object(response), { UnprocessedKeys: { [name]: { Keys: later } } });
  }

  async function query(command: QueryCommand): Promise<unknown> {
    const partition = Object.values(command.input.ExpressionAttributeValues ?? {}).find(isText) ?? '';
    if (!throughput.permits('read', 'index', partition)) throw throttling();
    const response = await carryOut(command);
    const { Items } = page.parse(response);
    const bytes = Items.reduce((sum, item) => sum + sizeOfItem(item), 0);
    // The index is read eventually consistently, which costs half.
    throughput.use('read', 'index', partition, Math.max(1, Math.ceil(bytes / BYTES_PER_UNIT.read)) / 2);
    return response;
  }

  function update(command: UpdateCommand): Promise<unknown> {
    const { Key = {}, UpdateExpression = '' } = command.input;
    const partition = partitionOf(Key);
    if (!throughput.permits('write', 'table', partition)) throw throttling();
    const isIndexed = UpdateExpression.includes(TABLE.dueIndex.sortKey);
    const item = memory.at({ PK: partition, SK: String(Key['SK']) });
    // AWS throttles a write if it throttles one of the indexes that the write changes.
    const shard = item?.[TABLE.dueIndex.partitionKey];
    if (isIndexed && shard !== undefined && !throughput.permits('write', 'index', String(shard))) throw throttling();
    written = 0;
    const response = carryOut(command);
    // AWS also bills a write whose condition fails.
    if (written === 0) throughput.use('write', 'table', partition, unitsOf('write', item));
    return response;
  }

  function transact(command: TransactWriteCommand): Promise<unknown> {
    const { TransactItems = [] } = command.input;
    const puts = TransactItems.map(({ Put }) => Put?.Item ?? {});
    const isThrottled = puts.map((item) => !permitsPut(item));
    if (isThrottled.includes(true)) throw cancelled(isThrottled.map((is) => (is ? 'ThrottlingError' : 'None')));
    written = 0;
    factor = TRANSACTION_FACTOR;
    const response = carryOut(command);
    factor = 1;
    if (written === 0) for (const item of puts) throughput.use('write', 'table', partitionOf(item), TRANSACTION_FACTOR);
    return response;
  }

  const permitsPut = (item: Readonly<Record<string, unknown>>) =>
    throughput.permits('write', 'table', partitionOf(item)) &&
    INDEXES.every(({ partition }) => {
      const key = item[partition.name];
      return key === undefined || throughput.permits('write', 'index', String(key));
    });

  return {
    table: memory,
    /** Carries out a command, or rejects it with the error of a throttled request. */
    async execute(command: unknown): Promise<unknown> {
      if (command instanceof GetCommand) return get(command);
      if (command instanceof BatchGetCommand) return batchGet(command);
      if (command instanceof QueryCommand) return query(command);
      if (command instanceof UpdateCommand) return update(command);
      if (command instanceof TransactWriteCommand) return transact(command);
      throw new TypeError('The simulation does not support this command');
    },
    /** Deletes an item that nothing will read any more, so that a long run fits into the memory of this machine. */
    forget(Key: Readonly<Record<string, string>>): void {
      isFree = true;
      void carryOut(new DeleteCommand({ TableName: memory.name, Key }));
      isFree = false;
    },
  };
}

const page = z.object({ Items: z.array(z.record(z.string(), z.union([z.string(), z.number()]))) });
const isText = (value: unknown) => typeof value === 'string';
const partitionOf = (key: Readonly<Record<string, unknown>>) => String(key[TABLE.partitionKey]);

const unitsOf = (operation: 'write' | 'read', item: Item | undefined) =>
  item === undefined ? 1 : Math.max(1, Math.ceil(sizeOfItem(item) / BYTES_PER_UNIT[operation]));
