import { MAX_ATTEMPTS } from './delivery.ts';

/** Why there is no answer to judge. */
export type NoAnswer =
  | 'timeout'
  | 'dns'
  | 'blocked address'
  | 'refused connection'
  | 'unreachable'
  | 'tls'
  | 'reset'
  | 'invalid response';

/** What came of one request. A value, never a thrown error. */
export type Outcome =
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'unanswered'; readonly why: NoAnswer };

export type Verdict =
  | { readonly status: 'delivered' }
  /** The partner has given its final answer. */
  | { readonly status: 'refused' }
  /** All attempts are spent. */
  | { readonly status: 'dead' }
  | { readonly status: 'pending'; readonly waitMs: number };

/** The longest wait, in first waits: 1 minute doubling up to 1 hour. */
const LONGEST_WAIT = 60;
const RETRIED_4XX: ReadonlySet<number> = new Set([408, 429]);

/** The wait after the given attempt (1 is the first): the base, doubled each time, at most sixty times the base. */
export const waitAfter = (attempt: number, baseMs: number) =>
  Math.ceil(Math.min(2 ** (attempt - 1), LONGEST_WAIT) * baseMs);

export interface Timing {
  readonly retryBaseMs: number;
  /** How long a claim shuts out others: longer than its request can last. */
  readonly leaseMs: number;
}

/**
 * What a claim writes about time. Should nobody come back from the attempt, the next one is due when the lease is over
 * and the wait has passed; after the last one there is nothing to wait for.
 */
export function claimTimes(attempt: number, nowMs: number, { retryBaseMs, leaseMs }: Timing) {
  const leaseUntilMs = nowMs + leaseMs;
  const waitMs = attempt < MAX_ATTEMPTS ? waitAfter(attempt, retryBaseMs) : 0;
  return { nowMs, leaseUntilMs, nextAttemptAtMs: Math.max(leaseUntilMs, nowMs + waitMs) };
}

/** Contract, "Delivery rules". */
export function judge(outcome: Outcome, attempt: number, baseMs: number): Verdict {
  if (outcome.kind === 'answered') {
    const { status } = outcome;
    if (status >= 200 && status < 300) return { status: 'delivered' };
    if (status >= 400 && status < 500 && !RETRIED_4XX.has(status)) return { status: 'refused' };
  }
  if (attempt >= MAX_ATTEMPTS) return { status: 'dead' };
  return { status: 'pending', waitMs: waitAfter(attempt, baseMs) };
}

/** The outcome's class, as the attempt log names it. */
export function outcomeClass(outcome: Outcome): string {
  if (outcome.kind === 'unanswered') return outcome.why;
  return outcome.status >= 300 && outcome.status < 400 ? 'redirect' : `status ${outcome.status}`;
}
