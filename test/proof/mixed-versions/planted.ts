import { PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Item, Table } from '../../../shared/store/table/connect.ts';
import type { Version } from '../../support/functions/version.ts';
import { intercepted } from '../../support/table/faulty.ts';
import type { BothVersions } from '../simulation/rollout.ts';

/**
 * Plants a mistake: the version before gets each item that this version has created as `unreadable` returns it. What
 * is stored, and what this version reads, stays as it is, so that only the version before can fail. Each run needs
 * versions of its own.
 */
export function planted(versions: BothVersions, unreadable: (item: Item) => Item): BothVersions {
  const created = new Set<string>();
  const asBefore = (item: Item) => (created.has(keyOf(item)) ? unreadable(item) : item);
  return {
    this: onTable(versions.this, (table) =>
      intercepted(table, (command) => {
        for (const item of newItems(command)) created.add(keyOf(item));
        return table.db.send(command);
      }),
    ),
    previous: onTable(versions.previous, (table) =>
      intercepted(table, async (command) => read(await table.db.send(command), asBefore)),
    ),
  };
}

const keyOf = (item: Item) => `${item['PK']} ${item['SK']}`;

function newItems(command: unknown): Item[] {
  if (command instanceof PutCommand) return [command.input.Item ?? {}];
  if (!(command instanceof TransactWriteCommand)) return [];
  return (command.input.TransactItems ?? []).flatMap(({ Put }) => Put?.Item ?? []);
}

function onTable(version: Version, view: (table: Table) => Table): Version {
  const seen = <On extends { readonly table: Table }>(on: On): On => ({ ...on, table: view(on.table) });
  return {
    endpoint: (action, on) => version.endpoint(action, seen(on)),
    authorizer: (on) => version.authorizer(seen(on)),
    recordCall: ({ sendingOnce, ...on }) =>
      version.recordCall({ ...seen(on), ...(sendingOnce && { sendingOnce: view(sendingOnce) }) }),
    intake: (on) => version.intake(seen(on)),
    relay: (on) => version.relay(seen(on)),
    deliver: (on) => version.deliver(seen(on)),
    sweep: (on) => version.sweep(seen(on)),
  };
}

const item = z.record(z.string(), z.unknown());
const response = z.looseObject({
  Item: item.exactOptional(),
  Items: z.array(item).exactOptional(),
  Responses: z.record(z.string(), z.array(item)).exactOptional(),
});

function read(received: unknown, as: (item: Item) => Item): object {
  const { Item, Items, Responses, ...rest } = response.parse(received);
  const batches = Object.entries(Responses ?? {}).map(([table, found]) => [table, found.map(as)]);
  return {
    ...rest,
    ...(Item && { Item: as(Item) }),
    ...(Items && { Items: Items.map(as) }),
    ...(Responses && { Responses: Object.fromEntries(batches) }),
  };
}
