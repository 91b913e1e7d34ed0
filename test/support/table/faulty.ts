import { isDeepStrictEqual } from 'node:util';
import { BatchGetCommand, GetCommand, PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Table } from '../../../shared/store/table/connect.ts';
import { conflict } from '../aws/table-errors.ts';

type Send = (command: Parameters<Table['db']['send']>[0]) => Promise<unknown>;

/** Returns a copy of the table that passes each command to `send`, which may forward it. */
export const intercepted = ({ db, name, pacing }: Table, send: Send): Table => ({
  db: Object.assign(Object.create(db), { send }),
  name,
  pacing,
});

/** Calls `send` for one request to the table, and can do something before and after it. */
export type Around = (send: () => Promise<unknown>) => Promise<unknown>;

/**
 * Returns a table that reads the items of a batch one after another, each with its own request, because DynamoDB
 * promises only that each item is as it was at some moment of the request. Other commands remain one request.
 */
export const readApart = (table: Table, around: (command: object) => Around): Table =>
  intercepted(table, async (command) => {
    if (!(command instanceof BatchGetCommand)) return around(command)(() => table.db.send(command));
    const [[name, { Keys = [], ...how }] = ['', {}]] = Object.entries(command.input.RequestItems ?? {});
    const items: unknown[] = [];
    for (const key of Keys) {
      const one = new BatchGetCommand({ RequestItems: { [name]: { ...how, Keys: [key] } } });
      const { Responses } = batchResponse.parse(await around(command)(() => table.db.send(one)));
      items.push(...(Responses[name] ?? []));
    }
    return { Responses: { [name]: items } };
  });

const batchResponse = z.object({ Responses: z.record(z.string(), z.array(z.unknown())) });

/** Returns a table that sends every command twice, as the SDK does after a lost response. */
export const losingResponses = (table: Table): Table =>
  intercepted(table, async (command) => {
    await table.db.send(command);
    return table.db.send(command);
  });

/** Returns a table that runs `meanwhile` between the read and the first write. */
export function overtaken(table: Table, meanwhile: (write: Write) => Promise<unknown>): Table {
  let isFirst = true;
  return intercepted(table, async (command) => {
    if (isFirst && isWrite(command)) {
      isFirst = false;
      await meanwhile(command);
    }
    return table.db.send(command);
  });
}

/** Returns a table that runs `meanwhile` before the first read of this item arrives. */
export function lateRead(
  table: Table,
  key: { readonly PK: string; readonly SK: string },
  meanwhile: () => Promise<unknown>,
): Table {
  let isFirst = true;
  return intercepted(table, async (command) => {
    const isIt = command instanceof GetCommand && isDeepStrictEqual(command.input.Key, key);
    if (isFirst && isIt) {
      isFirst = false;
      await meanwhile();
    }
    return table.db.send(command);
  });
}

/** Returns a table in which the key of the new item at this position of the first transaction is in use. */
export const occupied = (table: Table, position: number): Table =>
  overtaken(table, async (write) => {
    const item = write instanceof TransactWriteCommand ? write.input.TransactItems?.[position]?.Put?.Item : undefined;
    if (!item) throw new Error('The first write has no new item at this position');
    await table.db.send(
      new PutCommand({ TableName: table.name, Item: { PK: item['PK'], SK: item['SK'], is: 'other' } }),
    );
  });

type Write = TransactWriteCommand | UpdateCommand;

const isWrite = (command: object): command is Write =>
  command instanceof TransactWriteCommand || command instanceof UpdateCommand;

/** Returns a table that delays the first transaction until the test lets it arrive, even if nobody waits. */
export function delayedOnce(table: Table) {
  const sent = Promise.withResolvers<void>();
  const mayArrive = Promise.withResolvers<void>();
  const hasArrived = Promise.withResolvers<void>();
  let isFirst = true;
  const delayed = intercepted(table, async (command) => {
    if (!isFirst || !(command instanceof TransactWriteCommand)) return table.db.send(command);
    isFirst = false;
    sent.resolve();
    await mayArrive.promise;
    return table.db.send(command).finally(hasArrived.resolve);
  });
  return {
    table: delayed,
    /** Resolves when the transaction was sent. */
    sent: sent.promise,
    async arrive(): Promise<void> {
      mayArrive.resolve();
      await hasArrived.promise;
    },
  };
}

/** Returns a table that rejects the first transaction for a conflict on the items at the given positions. */
export function contendedOnce(table: Table, isContended: (position: number) => boolean = () => true): Table {
  let isFirst = true;
  return intercepted(table, async (command) => {
    if (!isFirst || !(command instanceof TransactWriteCommand)) return table.db.send(command);
    isFirst = false;
    throw conflict((command.input.TransactItems ?? []).length, isContended);
  });
}
