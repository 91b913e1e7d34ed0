import type { FunctionError } from './worker-messages.ts';

/** The failures that a function cannot report itself. The messages resemble Lambda's, except for that of `stopped`. */
export const timeoutError = (limitMs: number): FunctionError => ({
  errorType: 'Sandbox.Timedout',
  errorMessage: `Task timed out after ${(limitMs / 1000).toFixed(2)} seconds`,
});

export const exitError = (code: number): FunctionError => ({
  errorType: 'Runtime.ExitError',
  errorMessage:
    code === 0 ? 'Runtime exited without providing a reason' : `Runtime exited with error: exit status ${code}`,
});

export const outOfMemory: FunctionError = {
  errorType: 'Runtime.OutOfMemory',
  errorMessage: 'Runtime exited with error: signal: killed (out of memory)',
};

export const stopped: FunctionError = {
  errorType: 'ServiceException',
  errorMessage: 'The local service is stopping',
};

/** The largest response to a synchronous invocation: 6 MiB and 100 bytes, as in Lambda's own message. */
const RESPONSE_LIMIT_BYTES = 6_291_556;

/** Returns the failure of an invocation whose response is too large, or undefined. */
export const payloadTooLargeError = (payload: string): FunctionError | undefined =>
  Buffer.byteLength(payload) <= RESPONSE_LIMIT_BYTES
    ? undefined
    : {
        errorType: 'Function.ResponseSizeTooLarge',
        errorMessage: `Response payload size exceeded maximum allowed payload size (${RESPONSE_LIMIT_BYTES} bytes).`,
      };
