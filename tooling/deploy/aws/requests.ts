import { types } from 'node:util';
import type { LambdaClientConfig } from '@aws-sdk/client-lambda';
import { accessProblem } from '../../aws-access.ts';
import { escapeForTerminal } from '../../command-line/escape-for-terminal.ts';
import { Problem } from '../../command-line/problem.ts';

export type ClientConfig = Pick<LambdaClientConfig, 'endpoint' | 'credentials' | 'region'>;

export async function entriesOfPages<Page, Entry>(
  pages: AsyncIterable<Page>,
  entriesIn: (page: Page) => readonly Entry[] | undefined,
): Promise<Entry[]> {
  const found: Entry[] = [];
  for await (const page of pages) found.push(...(entriesIn(page) ?? []));
  return found;
}

/** Throws if AWS left out a value that every complete response has. */
export function requireValue<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the response of AWS is incomplete');
  return value;
}

/** Throws a `Problem` if the request fails. `action` is the permission that the request needs. */
export async function explainAwsErrors<Result>(action: string, ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    throw new Problem(explainFailure(error, action));
  }
}

const NO_RIGHT = ['AccessDenied', 'AccessDeniedException'];

/** Explains a failed request in one sentence. Text from AWS is escaped, so it contains no line breaks. */
function explainFailure(error: unknown, action: string): string {
  if (!types.isNativeError(error)) return `The request to AWS failed: ${escapeForTerminal(String(error))}.`;
  const [name, message] = [escapeForTerminal(error.name), escapeForTerminal(error.message)];
  if (NO_RIGHT.includes(name))
    return `Your credentials lack a right: give them ${action} and the other rights that docs/rights.md lists.`;
  return accessProblem(error) ?? `The request to AWS failed: ${name === 'Error' ? '' : `${name}, `}${message}.`;
}
