import type { Table } from '../../../shared/store/table/connect.ts';
import { intercepted } from '../../support/table/faulty.ts';

/** Answers of the table to one invocation, in the order in which it asked. */
type Responses = readonly unknown[];

/** The table, and what it has answered since. */
export function recording(table: Table): { table: Table; responds: () => Promise<Responses> } {
  const asked: Promise<unknown>[] = [];
  const recorded = intercepted(table, (command) => {
    const response = table.db.send(command);
    asked.push(response);
    return response;
  });
  return { table: recorded, responds: () => Promise.all(asked.splice(0)) };
}

/** A table that gives the recorded answers to every invocation anew, and costs nothing. */
export function replaying(table: Table, responses: Responses): Table {
  let asked = 0;
  return intercepted(table, async () => {
    const response = responses[asked % responses.length];
    asked += 1;
    return response;
  });
}
