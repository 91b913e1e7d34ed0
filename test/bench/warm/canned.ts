import type { Table } from '../../../shared/store/table/connect.ts';
import { intercepted } from '../../support/table/faulty.ts';

/** The responses of the table to one invocation, in order. */
type Responses = readonly unknown[];

/**
 * Returns a table that records its responses. Each call of `responds` returns the responses since the previous call.
 */
export function recording(table: Table): { table: Table; responds: () => Promise<Responses> } {
  const asked: Promise<unknown>[] = [];
  const recorded = intercepted(table, (command) => {
    const response = table.db.send(command);
    asked.push(response);
    return response;
  });
  return { table: recorded, responds: () => Promise.all(asked.splice(0)) };
}

/** Returns a table that replays the recorded responses to every invocation, at no cost. */
export function replaying(table: Table, responses: Responses): Table {
  let asked = 0;
  return intercepted(table, async () => {
    const response = responses[asked % responses.length];
    asked += 1;
    return response;
  });
}
