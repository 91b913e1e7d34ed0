import { Logger } from '@aws-lambda-powertools/logger';
import type { LogAttributes, LogItemExtraInput, LogItemMessage } from '@aws-lambda-powertools/logger/types';
import type { METRICS } from '../../../shared/names/metrics.ts';
import type { Meter } from '../../../shared/telemetry/metrics.ts';
import type { Telemetry } from '../../../shared/telemetry/telemetry.ts';

/** The logger of tests that assert no log lines. Set TEST_LOG_LEVEL to ERROR to see why a handler returned 500. */
const logger = new Logger({ logLevel: process.env['TEST_LOG_LEVEL'] === 'ERROR' ? 'ERROR' : 'SILENT' });

/** A logger and a meter for handlers whose logs and metrics do not matter to the test. */
export const silent: Telemetry = {
  logger,
  meter: { count: () => undefined, measure: () => undefined, flush: () => undefined },
};

type Noted = Partial<Record<keyof typeof METRICS, number | readonly number[]>>;

/** Returns a meter that records a sum for each counter and a list for each measured metric. */
export function recordingTelemetry() {
  const sums = new Map<keyof typeof METRICS, number>();
  const lists = new Map<keyof typeof METRICS, number[]>();
  const meter: Meter = {
    count: (metric, times = 1) => {
      if (times > 0) sums.set(metric, (sums.get(metric) ?? 0) + times);
    },
    measure: (metric, durationMs) => void lists.set(metric, [...(lists.get(metric) ?? []), durationMs]),
    flush: () => undefined,
  };
  return { logger, meter, noted: (): Noted => ({ ...Object.fromEntries(sums), ...Object.fromEntries(lists) }) };
}

/** A logger that stores each line with all its fields, and prints nothing. */
export class NotingLogger extends Logger {
  readonly lines: object[] = [];
  #keys: LogAttributes = {};

  override appendKeys(keys: LogAttributes): void {
    this.#keys = { ...this.#keys, ...keys };
  }

  override info(message: LogItemMessage, ...about: LogItemExtraInput): void {
    this.#note('INFO', message, about);
  }

  override warn(message: LogItemMessage, ...about: LogItemExtraInput): void {
    this.#note('WARN', message, about);
  }

  override error(message: LogItemMessage, ...about: LogItemExtraInput): void {
    this.#note('ERROR', message, about);
  }

  #note(level: string, message: LogItemMessage, about: LogItemExtraInput): void {
    this.lines.push(Object.assign({ level, message }, this.#keys, ...about));
  }
}
