import type { Context } from 'aws-lambda';
import { loadConfig } from '../config/config.ts';
import { connectTable, type Table } from '../store/table/connect.ts';
import { createTelemetry, type Telemetry, withTelemetry } from '../telemetry/telemetry.ts';

/** What a function needs if its only connection is the table. */
export interface TableDeps extends Telemetry {
  readonly table: Table;
}

/** What such a function needs if it also has a clock. */
export interface TimedTableDeps extends TableDeps {
  readonly nowMs: () => number;
}

/** Returns the handler of such a function. Throws if an environment variable is missing or malformed. */
export function handlerWithTable<Event, Result>(
  createHandler: (deps: TableDeps) => (event: Event, context: Context) => Promise<Result>,
): (event: Event, context: Context) => Promise<Result> {
  const table = connectTable(loadConfig(['TABLE_NAME']).TABLE_NAME);
  const telemetry = createTelemetry();
  return withTelemetry(telemetry, createHandler({ ...telemetry, table }));
}
