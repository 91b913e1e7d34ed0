import { inspect, types } from 'node:util';
import { escapeLinesForTerminal } from './escape-for-terminal.ts';
import { Problem } from './problem.ts';

/**
 * Returns the short form of an error: either the operating system's code (such as `EACCES`), or SQLite's text, or the
 * message.
 */
export function causeOf(error: unknown): string {
  if (isSqliteError(error)) return error.errstr;
  if (typeof error === 'object' && error !== null && 'code' in error) return String(error.code);
  return error instanceof Error ? error.message : String(error);
}

/**
 * Returns the text about an error for a person. A Problem is already a sentence. An error of the machine (a port, a
 * disk, an engine) becomes one sentence that begins with `failing`, the failed action. A fault of ours keeps its stack.
 */
export function sentenceOf(error: unknown, failing: string): string {
  if (error instanceof Problem) return escapeLinesForTerminal(error.message);
  if (!(error instanceof Error) || !('code' in error || '$metadata' in error))
    return escapeLinesForTerminal(inspect(error));
  return escapeLinesForTerminal(`${failing}: ${error.message || causeOf(error)}.`);
}

export const exitCodeOf = (error: unknown) => (error instanceof Problem ? error.exitCode : 1);

/**
 * Returns SQLite's primary result code, which is the low byte of its error code. Returns undefined for any other error.
 */
export const sqliteCode = (error: unknown) => (isSqliteError(error) ? error.errcode & 0xff : undefined);

const isSqliteError = (error: unknown): error is Error & { errcode: number; errstr: string } =>
  types.isNativeError(error) &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  'errstr' in error &&
  typeof error.errstr === 'string';
