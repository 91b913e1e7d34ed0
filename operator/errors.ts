import * as z from 'zod';
import { Failure } from '../shared/domain/requests/failure.ts';
import { accessProblem } from '../tooling/aws-access.ts';
import { Problem } from '../tooling/command-line/problem.ts';

/** Returns a sentence about an error. For an unknown error, the sentence has the error's code or name. */
export function errorSentence(error: unknown): string {
  if (error instanceof Problem || error instanceof Failure) return error.message;
  if (error instanceof z.core.$ZodError) return `Not done: ${unexpectedFormSentence(error)}`;
  if (!(error instanceof Error)) return String(error);
  const obstacle = accessProblem(error);
  if (obstacle !== undefined) return obstacle;
  const cause = 'code' in error ? String(error.code) : error.name;
  return `Not done: ${[cause, error.message].filter((part) => part !== '').join(', ')}`;
}

/** Names only the outermost fields, because the name of an inner field can be personal data. */
function unexpectedFormSentence({ issues }: z.core.$ZodError): string {
  const names = [...new Set(issues.flatMap(({ path }) => path.slice(0, 1).map(String)))];
  const where = names.length === 0 ? '' : ` (${names.join(', ')})`;
  return `a stored item or a response has a form that this tool does not know${where}.`;
}

/** Thrown when a step of a command failed. Running the command again does the rest. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  /** `rest` says what a repeated command does, such as "delete the rest". */
  constructor(progress: string, rest: string, cause: unknown) {
    const why = cause instanceof Error ? (accessProblem(cause) ?? (cause.message || cause.name)) : String(cause);
    super(`${progress} (${why}); run the command again to ${rest}`, { cause });
  }
}

const UNSUPPORTED = ['InvalidAction', 'UnknownOperationException'];

/** Reports whether a local engine does not support a requested operation. AWS supports all operations of the tool. */
export const isUnsupportedOperation = (error: unknown): boolean =>
  error instanceof Error && UNSUPPORTED.includes(error.name);
