import { InvokeCommand } from '@aws-sdk/client-lambda';
import type { Target } from './target.ts';

/** Runs a function and gives its answer. A failed invocation is thrown: what was asked for may or may not be done. */
export async function invoke(
  { lambda }: Pick<Target, 'lambda'>,
  functionName: string,
  event: unknown,
): Promise<unknown> {
  const { FunctionError, Payload } = await lambda.send(
    new InvokeCommand({ FunctionName: functionName, Payload: Buffer.from(JSON.stringify(event)) }),
  );
  if (FunctionError !== undefined) throw new Error(`${functionName} failed; its log says why`);
  return JSON.parse(Buffer.from(Payload ?? []).toString('utf8'));
}
