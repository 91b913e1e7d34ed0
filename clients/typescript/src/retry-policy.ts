import type { Refusal } from './errors.ts';

/** How one attempt ended, when not well. */
export type Setback =
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'silence'; readonly cause: unknown };

export interface RetryRules {
  /** Requests per call, the first included. */
  readonly maxAttempts: number;
  /** A wait that would be longer ends the call instead. */
  readonly maxWaitMs: number;
}

const FIRST_WAIT_MS = 500;
const LONGEST_BACKOFF_MS = 30_000;
/** Spreads clients that were all told to come back at the same second. */
const SPREAD_MS = 1_000;

/**
 * How long to wait before the next attempt; `undefined` when there must be none. The API's retry rules: 429, 5xx and
 * silence after a growing delay, IDEMPOTENCY_IN_PROGRESS with the same key, nothing else.
 * `repeatable` says that the request may be carried out twice without harm; `random` is from 0 to 1.
 */
export function waitBeforeRetryMs(
  setback: Setback,
  attempt: { readonly number: number; readonly repeatable: boolean; readonly random: number },
  { maxAttempts, maxWaitMs }: RetryRules,
): number | undefined {
  if (attempt.number >= maxAttempts || !mayRepeat(setback, attempt.repeatable)) return undefined;
  const backoffMs =
    Math.min(FIRST_WAIT_MS * 2 ** (attempt.number - 1), LONGEST_BACKOFF_MS) * (0.5 + attempt.random / 2);
  const askedSeconds = setback.kind === 'refused' ? setback.refusal.retryAfterSeconds : undefined;
  const waitMs =
    askedSeconds === undefined ? backoffMs : Math.max(backoffMs, askedSeconds * 1_000 + attempt.random * SPREAD_MS);
  return waitMs > maxWaitMs ? undefined : waitMs;
}

function mayRepeat(setback: Setback, repeatable: boolean): boolean {
  if (setback.kind === 'silence') return repeatable;
  const { status, code } = setback.refusal;
  // A request over the rate limit was not carried out.
  if (status === 429) return true;
  if (code === 'IDEMPOTENCY_IN_PROGRESS') return repeatable;
  // Held until support has released the number: no delay of ours brings that about.
  if (code === 'CARRIER_RELEASE_FAILED') return false;
  return status >= 500 && repeatable;
}
