import { waitAfter } from './backoff.ts';
import { MAX_ATTEMPTS } from './delivery.ts';

/** Why there is no answer to judge. */
export type NoResponse =
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
  | { readonly kind: 'response'; readonly status: number }
  | { readonly kind: 'noResponse'; readonly why: NoResponse };

export type Decision =
  | { readonly status: 'delivered' }
  /** The partner has given its final answer. */
  | { readonly status: 'refused' }
  /** All attempts are spent. */
  | { readonly status: 'dead' }
  | { readonly status: 'pending'; readonly waitMs: number };

const RETRIED_4XX: ReadonlySet<number> = new Set([408, 429]);

/** Contract, "Delivery rules". */
export function judge(outcome: Outcome, attempt: number, baseMs: number): Decision {
  if (outcome.kind === 'response') {
    const { status } = outcome;
    if (status >= 200 && status < 300) return { status: 'delivered' };
    if (status >= 400 && status < 500 && !RETRIED_4XX.has(status)) return { status: 'refused' };
  }
  if (attempt >= MAX_ATTEMPTS) return { status: 'dead' };
  return { status: 'pending', waitMs: waitAfter(attempt, baseMs) };
}

/** The outcome's class, as the attempt log names it. */
export function outcomeClass(outcome: Outcome): string {
  if (outcome.kind === 'noResponse') return outcome.why;
  return outcome.status >= 300 && outcome.status < 400 ? 'redirect' : `status ${outcome.status}`;
}
