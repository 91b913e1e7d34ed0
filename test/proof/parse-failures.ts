import { Logger } from '@aws-lambda-powertools/logger';
import type { LogItemExtraInput, LogItemMessage } from '@aws-lambda-powertools/logger/types';
import * as z from 'zod';
import type { Telemetry } from '../../shared/telemetry/telemetry.ts';
import { silent } from '../support/functions/telemetry.ts';

const logged = z.object({ error: z.object({ name: z.string(), message: z.string() }) });

class ParseFailureLogger extends Logger {
  readonly #tell: (what: string) => void;

  constructor(tell: (what: string) => void) {
    super({ logLevel: 'SILENT' });
    this.#tell = tell;
  }

  override error(message: LogItemMessage, ...about: LogItemExtraInput): void {
    const { data } = logged.safeParse(Object.assign({}, ...about));
    if (data && /ZodError$/.test(data.error.name)) this.#tell(`${String(message)}: ${data.error.message}`);
  }
}

/** Calls `tell` when a function reports an item or a message that it cannot parse. Nothing else is noted. */
export const tellingParseFailures = (tell: (what: string) => void): Telemetry => ({
  ...silent,
  logger: new ParseFailureLogger(tell),
});
