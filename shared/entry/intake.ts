import { clock } from '../config/clock.ts';
import { loadConfig } from '../config/config.ts';
import { localOverrides } from '../config/local-overrides.ts';
import { parseCallsDays } from '../domain/calls/expiry.ts';
import type { Intake } from '../intake/store-finished-call.ts';
import { callRecorder } from '../store/calls/recording.ts';
import { connectTable } from '../store/table/connect.ts';
import { createTelemetry } from '../telemetry/telemetry.ts';

/** Returns what a function needs to take finished calls. Throws if an environment variable is missing or malformed. */
export function intakeFromConfig(): Intake {
  const { TABLE_NAME, CALLS_DAYS } = loadConfig(['TABLE_NAME', 'CALLS_DAYS']);
  const table = connectTable(TABLE_NAME);
  const { requestHandler } = table.db.config;
  const sendingOnce = connectTable(TABLE_NAME, { requestHandler, maxAttempts: 1 });
  return {
    ...createTelemetry(),
    callRecorder: callRecorder(table, {
      ...localOverrides(),
      callsDays: parseCallsDays(CALLS_DAYS),
      sendingOnce,
      limit: AbortSignal.timeout,
    }),
    nowMs: clock(),
  };
}
