import { callsDaysIn } from '../../shared/config/calls-days.ts';
import { clock } from '../../shared/config/clock.ts';
import { loadConfig } from '../../shared/config/config.ts';
import { localOverrides } from '../../shared/config/local-overrides.ts';
import { callRecordings } from '../../shared/store/calls/recording.ts';
import { connectTable } from '../../shared/store/table/connect.ts';
import { createTelemetry, observed } from '../../shared/telemetry/telemetry.ts';
import { createHandler } from './handler.ts';

const { TABLE_NAME, CALLS_DAYS } = loadConfig(['TABLE_NAME', 'CALLS_DAYS']);
const table = connectTable(TABLE_NAME);
const { requestHandler } = table.db.config;
const sendingOnce = connectTable(TABLE_NAME, { requestHandler, maxAttempts: 1 });
const telemetry = createTelemetry();

export const handler = observed(
  telemetry,
  createHandler({
    ...telemetry,
    recordings: callRecordings(table, {
      ...localOverrides(),
      callsDays: callsDaysIn(CALLS_DAYS),
      sendingOnce,
      limit: AbortSignal.timeout,
    }),
    nowMs: clock(),
  }),
);
