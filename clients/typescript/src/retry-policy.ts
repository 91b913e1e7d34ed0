import { isApiError, type Refusal } from './errors.ts';

export type Setback =
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'silence'; readonly cause: unknown };

export interface RetryRules {
  readonly maxAttempts: number;
  /** The longest total wait before the retries of a request. A retry that would exceed this limit is not made. */
  readonly maxWaitMs: number;
}

export const DEFAULT_RULES: RetryRules = { maxAttempts: 8, maxWaitMs: 30_000 };

const FIRST_WAIT_MS = 500;
const LONGEST_BACKOFF_MS = 30_000;
/** A random time up to this one is added to a wait from Retry-After, because many clients may get the same wait. */
const SPREAD_MS = 1_000;

interface Attempt {
  /** The number of the attempt. The first is 1. */
  readonly number: number;
  readonly repeatable: boolean;
  /** How long the client has waited in total between the attempts of this request so far. */
  readonly waitedMs: number;
  /** A random number from 0 to 1. */
  readonly random: number;
}

/** Returns how long to wait before the next attempt, or `undefined` if there must be none. */
export function waitBeforeRetryMs(
  setback: Setback,
  attempt: Attempt,
  { maxAttempts, maxWaitMs }: RetryRules,
): number | undefined {
  if (attempt.number >= maxAttempts || !isRetryable(setback, attempt.repeatable)) return undefined;
  const backoffMs =
    Math.min(FIRST_WAIT_MS * 2 ** (attempt.number - 1), LONGEST_BACKOFF_MS) * (0.5 + attempt.random / 2);
  const askedSeconds = setback.kind === 'refused' ? setback.refusal.retryAfterSeconds : undefined;
  const waitMs =
    askedSeconds === undefined ? backoffMs : Math.max(backoffMs, askedSeconds * 1_000 + attempt.random * SPREAD_MS);
  return attempt.waitedMs + waitMs > maxWaitMs ? undefined : waitMs;
}

/** Reports whether a request can be sent twice without harm. */
export const isRepeatable = ({ method, idempotencyKey }: { method: string; idempotencyKey?: string | undefined }) =>
  method !== 'POST' || idempotencyKey !== undefined;

/**
 * Reports whether the request may have succeeded. Returns false after a 4xx or a failure with a code. This includes the
 * code `ALREADY_TERMINATED`, although a request that gets this code has completed an earlier termination.
 */
export function mayHaveSucceeded(setback: Setback): boolean {
  if (setback.kind === 'silence') return true;
  const { status, code } = setback.refusal;
  return code === undefined && (status < 400 || status >= 500);
}

/**
 * Reports whether a 403 or 409 after a DELETE probably means that an earlier try of this DELETE terminated the line,
 * and that its response was lost.
 */
export const isFromEarlierTermination = (error: unknown) =>
  isApiError(error) &&
  error.mayHaveSucceeded &&
  (error.code === 'ALREADY_TERMINATED' || error.reason === 'line_not_accessible');

function isRetryable(setback: Setback, repeatable: boolean): boolean {
  const refusal = setback.kind === 'refused' ? setback.refusal : undefined;
  // A request over the rate limit was not carried out, so sending it again does no harm.
  if (refusal?.status === 429) return true;
  // A retry does not help, because support must release the number first.
  if (refusal?.code === 'CARRIER_RELEASE_FAILED') return false;
  return repeatable && (refusal?.code === 'IDEMPOTENCY_IN_PROGRESS' || isTemporary(refusal?.status));
}

/** Reports whether a later request may succeed. Without a response, `status` is undefined. */
export const isTemporary = (status: number | undefined): boolean =>
  status === undefined || status === 429 || status >= 500;
