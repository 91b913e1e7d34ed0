import { FORBIDDEN_REASONS } from './forbidden-reasons.ts';
import type { ErrorCode } from './types.ts';

export interface SentRequests {
  readonly attempts: number;
  readonly mayHaveSucceeded: boolean;
}

/** Base class of the errors for a failed request. An aborted request throws the reason of its signal instead. */
export abstract class PartnerLinesError extends Error implements SentRequests {
  /** The number of requests that were sent. */
  readonly attempts: number;
  /**
   * Whether the service may have carried out the request, for example because an attempt got no response. False with the
   * code `ALREADY_TERMINATED`, although the request completed an earlier termination.
   */
  readonly mayHaveSucceeded: boolean;

  constructor(message: string, { attempts, mayHaveSucceeded }: SentRequests, options?: ErrorOptions) {
    super(message, options);
    this.attempts = attempts;
    this.mayHaveSucceeded = mayHaveSucceeded;
  }

  /** Returns the fields and the message. By default, `JSON.stringify` leaves the message of an error out. */
  toJSON(): object {
    return { ...this, name: this.name, message: this.message };
  }
}

export type ForbiddenReason = (typeof FORBIDDEN_REASONS)[keyof typeof FORBIDDEN_REASONS];

const FORBIDDEN: ReadonlyMap<string, ForbiddenReason> = new Map(Object.entries(FORBIDDEN_REASONS));

export interface Refusal {
  readonly status: number;
  /** The code of the failure. If the failure has no code, branch on the status. */
  readonly code: ErrorCode | undefined;
  /** A sentence for people. */
  readonly error: string;
  /** Quote this id when you contact support. */
  readonly requestId: string | undefined;
  /** How long to wait before a retry, if the service said so. */
  readonly retryAfterSeconds: number | undefined;
}

/**
 * The service returned a failure, or the response did not come from the API. Branch on `code`, then on `reason`, then on
 * `status`.
 */
export class ApiError<Code extends ErrorCode | undefined = ErrorCode | undefined> extends PartnerLinesError {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: Code;
  /** The reason for a 403, which has no code. Undefined for other statuses, and for a 403 from a proxy. */
  readonly reason: ForbiddenReason | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor({ status, error, requestId, retryAfterSeconds }: Refusal, code: Code, sent: SentRequests) {
    super(`${error} (${[status, code, requestId && `request ${requestId}`].filter(Boolean).join(', ')})`, sent);
    this.status = status;
    this.code = code;
    this.reason = status === 403 ? FORBIDDEN.get(error) : undefined;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** No complete response arrived: the connection failed or timed out. The request may have been carried out or not. */
export class NoAnswerError extends PartnerLinesError {
  override readonly name = 'NoAnswerError';

  constructor(cause: unknown, sent: SentRequests) {
    super(`No response: ${innermostMessage(cause)}`, sent, { cause });
  }
}

/** Returns the message of the innermost cause. For a host with several addresses, joins the message of each address. */
function innermostMessage(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (cause.cause !== undefined) return innermostMessage(cause.cause);
  if (cause instanceof AggregateError && cause.errors.length > 0) return cause.errors.map(innermostMessage).join(', ');
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
