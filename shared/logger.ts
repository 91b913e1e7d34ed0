import { Logger } from '@aws-lambda-powertools/logger';

/**
 * Structured JSON lines under the service name that the stack sets (POWERTOOLS_SERVICE_NAME: the function's action).
 * Never log a key, secret, persona, summary or number: log ids, outcomes and durations, and of an error what `faultOf` says.
 */
export const createLogger = () => new Logger();

/** Name, message and stack of a fault. SDK errors also carry the request they belong to; that may hold personal data. */
export const faultOf = (thrown: unknown) =>
  thrown instanceof Error
    ? { name: thrown.name, message: thrown.message, stack: thrown.stack }
    : { name: typeof thrown };
