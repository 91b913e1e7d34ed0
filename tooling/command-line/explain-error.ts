import { inspect, types } from 'node:util';
import { printableLines } from './printable.ts';
import { Problem } from './problem.ts';

/** What the operating system says in short, such as `EACCES`; SQLite's own words; a message for anything else. */
export function causeOf(error: unknown): string {
  if (isSqliteError(error)) return error.errstr;
  if (typeof error === 'object' && error !== null && 'code' in error) return String(error.code);
  return error instanceof Error ? error.message : String(error);
}

/** One sentence where the machine said no (a port, a disk, an engine) to what was `failing`; a fault of ours with its stack. */
export function sentenceOf(error: unknown, failing: string): string {
  if (error instanceof Problem) return printableLines(error.message);
  if (!(error instanceof Error) || !('code' in error || '$metadata' in error)) return printableLines(inspect(error));
  return printableLines(`${failing}: ${error.message || causeOf(error)}.`);
}

export const exitCodeOf = (error: unknown) => (error instanceof Problem ? error.exitCode : 1);

/** SQLite's result code, of which the low byte is the kind. Undefined for an error that is not SQLite's. */
export const sqliteCode = (error: unknown) => (isSqliteError(error) ? error.errcode & 0xff : undefined);

const isSqliteError = (error: unknown): error is Error & { errcode: number; errstr: string } =>
  types.isNativeError(error) &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  'errstr' in error &&
  typeof error.errstr === 'string';
