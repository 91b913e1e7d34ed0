import { Logger } from '@aws-lambda-powertools/logger';

/**
 * Structured JSON lines under the service name that the stack sets (POWERTOOLS_SERVICE_NAME: the function's action).
 * Never log a key, secret, persona, summary or number: log ids, outcomes and durations, and of an error what `faultOf` says.
 */
export const createLogger = () => new Logger();

interface Told {
  readonly name: string;
  readonly message: string;
  /** Where it was thrown, line by line. */
  readonly stack: string;
}
export interface Fault extends Told {
  readonly cause?: Told;
}

/** What may be logged of a fault and of its cause. SDK errors also carry the request they belong to, with all its values. */
export function faultOf(thrown: unknown): Fault {
  const cause = isError(thrown) && thrown.cause !== undefined ? { cause: toldOf(thrown.cause) } : {};
  return { ...toldOf(thrown), ...cause };
}

function toldOf(thrown: unknown): Told {
  if (!isError(thrown)) return { name: typeof thrown, message: 'What was thrown is no error', stack: '' };
  const { name, message, stack = '' } = thrown;
  return {
    name,
    // A parser quotes what it could not read.
    message: name === 'SyntaxError' ? 'Text could not be parsed' : message,
    // Without the message, which V8 puts in front.
    stack: stack
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
  };
}

/** By form: an error from another realm is not an instance of this one's `Error`. */
const isError = (thrown: unknown): thrown is Error =>
  typeof thrown === 'object' && thrown !== null && 'name' in thrown && 'message' in thrown;
