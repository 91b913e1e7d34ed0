import { Logger } from '@aws-lambda-powertools/logger';
import type { LogAttributes, LogItemExtraInput, LogItemMessage } from '@aws-lambda-powertools/logger/types';

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
