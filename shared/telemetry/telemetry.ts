import type { Logger } from '@aws-lambda-powertools/logger';
import type { Context } from 'aws-lambda';
import { loadConfig } from '../config/config.ts';
import { Failure } from '../domain/requests/failure.ts';
import { LOG_MESSAGES } from '../names/log-messages.ts';
import { createLogger, faultOf } from './logger.ts';
import { createMeter, type Meter } from './metrics.ts';

/** What a function reports: log lines for people, metrics for alarms. */
export interface Telemetry {
  readonly logger: Logger;
  readonly meter: Meter;
}

export function createTelemetry(): Telemetry {
  const config = loadConfig(['POWERTOOLS_SERVICE_NAME', 'POWERTOOLS_METRICS_NAMESPACE', 'AWS_LAMBDA_FUNCTION_VERSION']);
  return {
    logger: createLogger(),
    meter: createMeter(
      config.POWERTOOLS_METRICS_NAMESPACE,
      config.POWERTOOLS_SERVICE_NAME,
      config.AWS_LAMBDA_FUNCTION_VERSION,
    ),
  };
}

/** Reports a fault that no code expected: counts it for an alarm and logs it for people. */
export function reportFault(
  { logger, meter }: Telemetry,
  message: string,
  fault: unknown,
  about: Readonly<Record<string, unknown>> = {},
): void {
  meter.count('unhandledError');
  logger.error(message, { ...about, error: faultOf(fault) });
}

/**
 * Wraps the handler of a function. Log lines of level WARN or higher have the id of the invocation. Metrics are written even if the
 * invocation fails, and a fault is reported. Lambda logs everything that a thrown error contains, so the rethrown error
 * has only the fields that are safe to log.
 */
export const withTelemetry =
  <Event, Result>(telemetry: Telemetry, run: (event: Event, context: Context) => Promise<Result>) =>
  async (event: Event, context: Context): Promise<Result> => {
    telemetry.logger.resetKeys();
    telemetry.logger.appendKeys({ lambdaRequestId: context.awsRequestId });
    try {
      return await run(event, context);
    } catch (thrown) {
      if (!(thrown instanceof Failure)) reportFault(telemetry, LOG_MESSAGES.unexpectedFault, thrown);
      throw errorWithoutDetails(thrown);
    } finally {
      telemetry.meter.flush();
    }
  };

function errorWithoutDetails(thrown: unknown): Error {
  const { name, message, stack } = faultOf(thrown);
  return Object.assign(new Error(message), { name, stack: `${name}: ${message}\n${stack}` });
}
