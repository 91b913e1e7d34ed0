import type { ErrorCode } from './types.ts';

/** Everything that the client throws by itself. An aborted call throws the reason of its signal instead. */
export abstract class PartnerLinesError extends Error {
  /** Requests that were sent for this call. */
  readonly attempts: number;

  constructor(message: string, attempts: number, options?: ErrorOptions) {
    super(message, options);
    this.attempts = attempts;
  }
}

/** What the service said when it said no. */
export interface Refusal {
  readonly status: number;
  /** Absent where the status says all that a program needs. */
  readonly code: ErrorCode | undefined;
  /** A sentence for people. */
  readonly error: string;
  /** Name it when you ask support about the request. */
  readonly requestId: string | undefined;
  /** How long the service asks to wait. */
  readonly retryAfterSeconds: number | undefined;
}

/** The service answered, and the answer is a failure or not the API's. Branch on `code`, or on `status` where there is none. */
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

/** No answer arrived: the connection failed, or the time was up. Whether the request was carried out is not known. */
export class NoAnswerError extends PartnerLinesError {
  override readonly name = 'NoAnswerError';

  constructor(cause: unknown, attempts: number) {
    super(`No answer: ${innermost(cause)}`, attempts, { cause });
  }
}

/** fetch says only that it failed; why stands in its cause, one for each address where a name has several. */
function innermost(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (cause.cause !== undefined) return innermost(cause.cause);
  if (cause instanceof AggregateError && cause.errors.length > 0) return cause.errors.map(innermost).join(', ');
  return cause.message || cause.name;
}

/** Whether the service refused with this code: `if (isApiError(error, 'EXTERNAL_ID_EXISTS')) …`. */
export function isApiError(error: unknown): error is ApiError;
export function isApiError<Code extends ErrorCode>(error: unknown, code: Code): error is ApiError<Code>;
export function isApiError(error: unknown, code?: ErrorCode): boolean {
  return error instanceof ApiError && (code === undefined || error.code === code);
}
