import { types } from 'node:util';
import type { LambdaClientConfig } from '@aws-sdk/client-lambda';
import { accessObstacle } from '../../aws-access.ts';
import { printable } from '../../command-line/printable.ts';
import { Problem } from '../../command-line/problem.ts';

/** The settings of every AWS client in the tools. */
export type ClientConfig = Pick<LambdaClientConfig, 'endpoint' | 'credentials' | 'region'>;

/** Returns the entries of all pages of a list. */
export async function entriesOf<Page, Entry>(
  pages: AsyncIterable<Page>,
  entriesIn: (page: Page) => readonly Entry[] | undefined,
): Promise<Entry[]> {
  const found: Entry[] = [];
  for await (const page of pages) found.push(...(entriesIn(page) ?? []));
  return found;
}

/** Returns a value that every complete response of AWS has. Throws if it is absent. */
export function requireValue<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the response is incomplete');
  return value;
}

/**
 * Runs a request to AWS that needs the permission `action`. If the request fails, throws a `Problem` with one sentence.
 */
export async function explainAwsErrors<Result>(action: string, ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    throw new Problem(explainFailure(error, action));
  }
}

const NO_RIGHT = ['AccessDenied', 'AccessDeniedException'];

/** Returns one sentence that says what to do. Text from AWS is escaped, so that it stays in one line. */
function explainFailure(error: unknown, action: string): string {
  if (!types.isNativeError(error)) return `The request to AWS failed: ${printable(String(error))}.`;
  const [name, message] = [printable(error.name), printable(error.message)];
  if (NO_RIGHT.includes(name))
    return `Your credentials lack a right that a deployment needs: give them ${action} and the other rights that docs/rights.md lists.`;
  return accessObstacle(error) ?? `The request to AWS failed: ${name === 'Error' ? '' : `${name}, `}${message}.`;
}
