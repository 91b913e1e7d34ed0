import { clock } from '../../shared/config/clock.ts';
import { loadConfig } from '../../shared/config/config.ts';
import { localOverrides } from '../../shared/config/local-overrides.ts';
import { createLogger } from '../../shared/logger.ts';
import { callRecordings } from '../../shared/store/call-recording.ts';
import { connectTable } from '../../shared/store/connect.ts';
import { createHandler } from './handler.ts';

const { TABLE_NAME } = loadConfig(['TABLE_NAME']);

export const handler = createHandler({
  logger: createLogger(),
  recordings: callRecordings(connectTable(TABLE_NAME), localOverrides()),
  nowMs: clock(),
});
