import { Logger } from '@aws-lambda-powertools/logger';

/**
 * Structured JSON lines under the service name that the stack sets (POWERTOOLS_SERVICE_NAME: the function's action).
 * Never log a key, secret, persona, summary or number: log ids, outcomes and durations.
 */
export const createLogger = () => new Logger();
