import { createLogger } from '../../shared/logger.ts';
import { createHandler } from './handler.ts';

export const handler = createHandler({ logger: createLogger() });
