import { InvokeCommand } from '@aws-sdk/client-lambda';
import { LONGEST_INVOCATION_MS } from '../shared/aws/client.ts';
import type { Target } from './target.ts';

/**
 * Invokes a function and returns its response. Throws if the invocation failed. Even then, the function can have done
 * its work.
 */
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
