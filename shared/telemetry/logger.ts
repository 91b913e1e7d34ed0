import { LogFormatter, Logger, LogItem } from '@aws-lambda-powertools/logger';
import type { LogAttributes, UnformattedAttributes } from '@aws-lambda-powertools/logger/types';

/**
 * Creates a logger of structured JSON lines, under the name in POWERTOOLS_SERVICE_NAME, which is the function's action.
 * Never log a key, secret, persona, summary or phone number. Log ids, outcomes and durations, and only what `faultOf`
 * returns of an error.
 */
export const createLogger = () => new Logger({ logFormatter: new ShortLines() });

/**
 * Logs cost by the byte. So an INFO line lacks the ids of its invocation and trace. Lines of level WARN or higher have these ids,
 * to find the invocation in Lambda and X-Ray.
 */
class ShortLines extends LogFormatter {
  formatAttributes(about: UnformattedAttributes, { lambdaRequestId, ...fields }: LogAttributes): LogItem {
    const isHealthy = about.logLevel === 'INFO';
    return new LogItem({
      attributes: {
        level: about.logLevel,
        message: about.message,
        timestamp: this.formatTimestamp(about.timestamp),
        service: about.serviceName,
        ...(!isHealthy && { lambdaRequestId, xray_trace_id: about.xRayTraceId }),
        ...fields,
      },
    });
  }
}

interface Told {
  readonly name: string;
  readonly message: string;
  /** The stack frames, one per line. */
  readonly stack: string;
}
export interface Fault extends Told {
  readonly cause?: Told;
}

/** Returns what is safe to log of a fault and its cause. An error of the SDK can also contain items of the table. */
export function faultOf(thrown: unknown): Fault {
  const cause = isError(thrown) && thrown.cause !== undefined ? { cause: safeFieldsOf(thrown.cause) } : {};
  return { ...safeFieldsOf(thrown), ...cause };
}

function safeFieldsOf(thrown: unknown): Told {
  if (!isError(thrown)) return { name: typeof thrown, message: 'The thrown value is not an Error', stack: '' };
  const { name, message, stack = '' } = thrown;
  return {
    name,
    // The message of a SyntaxError can quote the text that could not be parsed.
    message: name === 'SyntaxError' ? 'Text could not be parsed' : message,
    // Only the lines with frames are kept, because V8 puts the message before them.
    stack: stack
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
  };
}

/** Checks the shape, because an error from another realm is not an instance of this realm's `Error`. */
const isError = (thrown: unknown): thrown is Error =>
  typeof thrown === 'object' && thrown !== null && 'name' in thrown && 'message' in thrown;
