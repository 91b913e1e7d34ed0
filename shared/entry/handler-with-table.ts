import type { Context } from 'aws-lambda';
import { loadConfig } from '../config/config.ts';
import { connectTable, type Table } from '../store/table/connect.ts';
import { createTelemetry, type Telemetry, withTelemetry } from '../telemetry/telemetry.ts';

interface Deps extends Telemetry {
  readonly table: Table;
}

/**
 * Returns the handler of a function whose only connection is the table. Throws if an environment variable is missing or
 * malformed.
 */
export function handlerWithTable<Event, Result>(
  createHandler: (deps: Deps) => (event: Event, context: Context) => Promise<Result>,
): (event: Event, context: Context) => Promise<Result> {
  const table = connectTable(loadConfig(['TABLE_NAME']).TABLE_NAME);
  const telemetry = createTelemetry();
  return withTelemetry(telemetry, createHandler({ ...telemetry, table }));
}
