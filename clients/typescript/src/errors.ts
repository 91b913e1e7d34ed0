import type { ErrorCode } from './types.ts';

/** Base class of the errors for a failed request. An aborted request throws the reason of its signal instead. */
export abstract class PartnerLinesError extends Error {
  /** The number of requests that were sent. */
  readonly attempts: number;

  constructor(message: string, attempts: number, options?: ErrorOptions) {
    super(message, options);
    this.attempts = attempts;
  }
}

/** A failure that the service returned. */
export interface Refusal {
  readonly status: number;
  /** Undefined if the failure has no code: branch on the status then. */
  readonly code: ErrorCode | undefined;
  /** A sentence for people. */
  readonly error: string;
  /** Quote this id when you contact support. */
  readonly requestId: string | undefined;
  /** How long to wait before a retry, if the service said so. */
  readonly retryAfterSeconds: number | undefined;
}

/**
 * The service returned a failure, or the response did not come from the API. Branch on `code`, or on `status` if there
 * is no code.
 */
export class ApiError<Code extends ErrorCode | undefined = ErrorCode | undefined> extends PartnerLinesError {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: Code;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor({ status, error, requestId, retryAfterSeconds }: Refusal, code: Code, attempts: number) {
    super(`${error} (${[status, code, requestId && `request ${requestId}`].filter(Boolean).join(', ')})`, attempts);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** No response arrived: the connection failed or timed out. The request may or may not have succeeded. */
export class NoAnswerError extends PartnerLinesError {
  override readonly name = 'NoAnswerError';

  constructor(cause: unknown, attempts: number) {
    super(`No response: ${innermost(cause)}`, attempts, { cause });
  }
}

/**
 * Returns the message of the innermost cause, which says why a fetch failed. A host name with several addresses has one
 * cause per address.
 */
function innermost(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (cause.cause !== undefined) return innermost(cause.cause);
  if (cause instanceof AggregateError && cause.errors.length > 0) return cause.errors.map(innermost).join(', ');
  return cause.message || cause.name;
}

/**
 * Returns whether the error is an ApiError. If you pass a code, the error must also have this code:
 * `if (isApiError(error, 'EXTERNAL_ID_EXISTS')) …`.
 */
export function isApiError(error: unknown): error is ApiError;
export function isApiError<Code extends ErrorCode>(error: unknown, code: Code): error is ApiError<Code>;
export function isApiError(error: unknown, code?: ErrorCode): boolean {
  return error instanceof ApiError && (code === undefined || error.code === code);
}
