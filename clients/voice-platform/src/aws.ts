import type { Invoke, Send } from './types.ts';

interface RequestOptions {
  readonly abortSignal?: AbortSignal;
}

/** The part of `Lambda` in `@aws-sdk/client-lambda` that this package uses. */
export interface LambdaLike {
  invoke(
    input: { readonly FunctionName: string; readonly Payload: Uint8Array },
    options?: RequestOptions,
  ): Promise<{ readonly FunctionError?: string | undefined; readonly Payload?: Uint8Array | undefined }>;
}

/** The part of `SQS` in `@aws-sdk/client-sqs` that this package uses. */
export interface SqsLike {
  sendMessage(
    input: { readonly QueueUrl: string; readonly MessageBody: string; readonly MessageGroupId: string },
    options?: RequestOptions,
  ): Promise<unknown>;
}

/**
 * Invokes the Lambda functions of the service with `new Lambda()` of `@aws-sdk/client-lambda`. `names`
 * are the values of the outputs `LineForCallFunctionName` and `RecordCallFunctionName`, or the ARNs of the aliases that
 * these outputs name.
 */
export const lambdaInvoke =
  (lambda: LambdaLike, names: { readonly lineForCall: string; readonly recordCall: string }): Invoke =>
  async (name, input, abortSignal) => {
    const FunctionName = name === 'line-for-call' ? names.lineForCall : names.recordCall;
    const request = { FunctionName, Payload: new TextEncoder().encode(JSON.stringify(input)) };
    const { FunctionError, Payload } = await lambda.invoke(request, { abortSignal });
    const text = new TextDecoder().decode(Payload);
    // The payload of a failed invocation is the function's error, without the details that must not be logged.
    if (FunctionError !== undefined) throw new Error(`${name} failed: ${text.slice(0, 200)}`);
    return JSON.parse(text);
  };

/**
 * Sends messages to the intake queue with `new SQS()` of `@aws-sdk/client-sqs`. The URL is the output
 * `IntakeQueueUrl` of the service's stack.
 */
export const sqsSend =
  (sqs: SqsLike, queueUrl: string): Send =>
  async ({ body, groupId }, abortSignal) => {
    await sqs.sendMessage({ QueueUrl: queueUrl, MessageBody: body, MessageGroupId: groupId }, { abortSignal });
  };
