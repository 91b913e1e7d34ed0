import { clock } from '../../shared/config/clock.ts';
import { loadConfig } from '../../shared/config/config.ts';
import { connectTable } from '../../shared/store/table/connect.ts';
import { createTelemetry, observed } from '../../shared/telemetry/telemetry.ts';
import { createHandler } from './handler.ts';

const { TABLE_NAME } = loadConfig(['TABLE_NAME']);
const telemetry = createTelemetry();

export const handler = observed(
  telemetry,
  createHandler({ ...telemetry, table: connectTable(TABLE_NAME), nowMs: clock() }),
);
