import { inspect, types } from 'node:util';
import { escapeLinesForTerminal } from './escape-for-terminal.ts';
import { EXIT, Problem } from './problem.ts';

/** Returns SQLite's text, or the code, such as `EACCES`, or the message if there is neither. */
export function causeOf(error: unknown): string {
  if (isSqliteError(error)) return error.errstr;
  if (typeof error === 'object' && error !== null && 'code' in error) return String(error.code);
  return error instanceof Error ? error.message : String(error);
}

/**
 * Returns the text about an error for a person. Errors of AWS, and errors with a code such as `EACCES`, become a
 * sentence that begins with the failed action (`failing`). Any other error except a Problem is a fault of ours and keeps
 * its stack.
 */
export function errorSentence(error: unknown, failing: string): string {
  if (error instanceof Problem) return escapeLinesForTerminal(error.message);
  if (!(error instanceof Error) || !('code' in error || '$metadata' in error))
    return escapeLinesForTerminal(inspect(error));
  return escapeLinesForTerminal(`${failing}: ${error.message || causeOf(error)}.`);
}

export const exitCodeOf = (error: unknown) => (error instanceof Problem ? error.exitCode : EXIT.notDone);

/** Returns the primary result code of an error of SQLite: the low byte of its error code. */
export const sqliteCode = (error: unknown) => (isSqliteError(error) ? error.errcode & 0xff : undefined);

const isSqliteError = (error: unknown): error is Error & { errcode: number; errstr: string } =>
  types.isNativeError(error) &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  'errstr' in error &&
  typeof error.errstr === 'string';
