import { InvokeCommand } from '@aws-sdk/client-lambda';
import type { Target } from './target.ts';

/**
 * How long to wait for a function: longer than the timeout of the sweep, which is the longest of the functions that
 * operators invoke.
 */
export const LONGEST_INVOCATION_MS = 150_000;

/** Throws if the invocation failed. Even then, the function can have done its work. */
export async function invoke(
  { lambda }: Pick<Target, 'lambda'>,
  functionName: string,
  event: unknown,
): Promise<unknown> {
  const { FunctionError, Payload } = await lambda.send(
    new InvokeCommand({ FunctionName: functionName, Payload: Buffer.from(JSON.stringify(event)) }),
    { requestTimeout: LONGEST_INVOCATION_MS },
  );
  if (FunctionError !== undefined) throw new Error(`${functionName} failed; its log says why`);
  return JSON.parse(Buffer.from(Payload ?? []).toString('utf8'));
}
