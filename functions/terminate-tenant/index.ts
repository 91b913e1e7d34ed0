import { clock } from '../../shared/config/clock.ts';
import { loadConfig } from '../../shared/config/config.ts';
import { createLogger } from '../../shared/logger.ts';
import { connectTable } from '../../shared/store/connect.ts';
import { createHandler } from './handler.ts';

const { TABLE_NAME } = loadConfig(['TABLE_NAME']);

export const handler = createHandler({ logger: createLogger(), table: connectTable(TABLE_NAME), nowMs: clock() });
