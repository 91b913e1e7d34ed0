import type { Table } from '../../../shared/store/table/connect.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { allItems } from '../../support/table/table.ts';
import { ALWAYS, broken } from '../invariants.ts';
import { memoryTable } from '../memory-table/memory-table.ts';
import { type Item, type TableView, tableView } from '../table-view.ts';
import type { State } from './state.ts';

/** A table, and a function that returns all its items. */
export interface Place {
  readonly table: Table;
  readonly items: () => Promise<readonly Item[]>;
}

/** Returns a table in memory. Retries do not wait. */
export async function inMemory(): Promise<Place> {
  const table = memoryTable();
  const pacing = { random: () => 0, sleepMs: async () => undefined };
  return { table: { ...table, pacing }, items: async () => table.items() };
}

export const onEngine = (table: Table): Place => ({ table, items: () => allItems(table) });

/** Returns problems of the table after a run: broken invariants, and differences from the model's hidden state. */
export async function wrongIn(place: Place, state: State): Promise<string[]> {
  const table = tableView(await place.items());
  return [...broken(ALWAYS, table), ...disagreements(state, table)];
}

const disagreements = ({ partners, lines, calls }: State, table: TableView): string[] => [
  ...Object.values(lines)
    .filter(({ tenantId, status, purge }) => {
      const isPurged = table.at(keys.agent(tenantId)) === undefined;
      const row = table.at(keys.line(tenantId));
      const isReleased = row?.['releasedBy'] !== undefined;
      return isPurged !== (purge && status === 'released') || isReleased !== (status === 'released');
    })
    .map(({ tenantId, status, purge }) => `${tenantId} is ${status}, purge ${purge}, which the table contradicts`),
  ...table.lines
    .filter(({ tenantId, partnerId }) => partners[partnerId] && !lines[tenantId])
    .map(({ tenantId }) => `no response had the line ${tenantId}`),
  ...Object.values(calls)
    .filter(({ told, tenantId, storedAtMs, isDeleted }) => {
      const isThere = table.at(keys.call(tenantId, storedAtMs, told.callId)) !== undefined;
      return isThere === isDeleted;
    })
    .map(({ told }) => `call ${told.callId} is stored but deleted in the model, or the reverse`),
  ...Object.values(partners)
    .filter(({ partnerId, waitingSecret }) => {
      const waiting = table.at(keys.waitingSecret(partnerId));
      return waiting?.['hint'] !== waitingSecret?.slice(-4);
    })
    .map(({ partnerId }) => `the waiting secret of ${partnerId} differs from the model`),
];
