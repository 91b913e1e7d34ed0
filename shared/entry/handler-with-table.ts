import type { Context } from 'aws-lambda';
import { loadConfig } from '../config/config.ts';
import { connectTable, type Table } from '../store/table/connect.ts';
import { createTelemetry, type Telemetry, withTelemetry } from '../telemetry/telemetry.ts';

/** What a function needs if its only connection is the table. */
export interface TableDeps extends Telemetry {
  readonly table: Table;
}

/** The dependencies of a function that needs only the table and a clock. */
export interface TimedTableDeps extends TableDeps {
  readonly nowMs: () => number;
}

/** Returns the handler of a function whose only connection is the table. Throws if a variable is missing or empty. */
export function handlerWithTable<Event, Result>(
  createHandler: (deps: TableDeps) => (event: Event, context: Context) => Promise<Result>,
): (event: Event, context: Context) => Promise<Result> {
  const table = connectTable(loadConfig(['TABLE_NAME']).TABLE_NAME);
  const telemetry = createTelemetry();
  return withTelemetry(telemetry, createHandler({ ...telemetry, table }));
}
