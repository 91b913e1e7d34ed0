import { isDeepStrictEqual } from 'node:util';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, GetCommand, PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Table } from '../../../shared/store/table/connect.ts';

type Send = (command: Parameters<Table['db']['send']>[0]) => Promise<unknown>;

/** The same table, but what is sent to it passes through the test first. */
export const intercepted = ({ db, name }: Table, send: Send): Table => ({
  db: Object.assign(Object.create(db), { send }),
  name,
});

/** What happens around one request to the table. */
export type Around = (send: () => Promise<unknown>) => Promise<unknown>;

/**
 * The items of a batch one after the other, each by a request of its own: DynamoDB promises no more than that each is as
 * it is at some moment of the request. All else is one request.
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

/** Every write happens, but its first answer is lost and the request is repeated by somebody who does not know that. */
export const losingResponses = (table: Table): Table =>
  intercepted(table, async (command) => {
    await table.db.send(command);
    return table.db.send(command);
  });

/** Somebody else does something after the look and before the first write. */
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

/** Somebody else does something before the first read of this item arrives; other reads are not held up. */
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

/** Something else comes to stand in the place of the first transaction's new item at the given position. */
export const occupied = (table: Table, position: number): Table =>
  overtaken(table, async (write) => {
    const item = write instanceof TransactWriteCommand ? write.input.TransactItems?.[position]?.Put?.Item : undefined;
    if (!item) throw new Error('No new item has this position');
    await table.db.send(
      new PutCommand({ TableName: table.name, Item: { PK: item['PK'], SK: item['SK'], is: 'other' } }),
    );
  });

type Write = TransactWriteCommand | UpdateCommand;

const isWrite = (command: object): command is Write =>
  command instanceof TransactWriteCommand || command instanceof UpdateCommand;

/** Holds the first transaction until the test lets it arrive. It is then carried out, even if its caller has given up. */
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
    /** Resolves once it is under way. */
    sent: sent.promise,
    async arrive(): Promise<void> {
      mayArrive.resolve();
      await hasArrived.promise;
    },
  };
}

/** The first transaction meets another writer on the items at the given positions (all of them unless given). */
export function contendedOnce(table: Table, isContended: (position: number) => boolean = () => true): Table {
  let isFirst = true;
  return intercepted(table, async (command) => {
    if (!isFirst || !(command instanceof TransactWriteCommand)) return table.db.send(command);
    isFirst = false;
    const items = command.input.TransactItems ?? [];
    const CancellationReasons = items.map((_, n) => ({ Code: isContended(n) ? 'TransactionConflict' : 'None' }));
    throw new TransactionCanceledException({ message: '', $metadata: {}, CancellationReasons });
  });
}
