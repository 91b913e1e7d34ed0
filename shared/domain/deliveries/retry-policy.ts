import { waitAfterMs } from './backoff.ts';

/** The most attempts in a round, including the first attempt. */
export const MAX_ATTEMPTS = 8;

export const NO_RESPONSES = [
  'timeout',
  'dns',
  'blocked address',
  'refused connection',
  'unreachable',
  'tls',
  'reset',
  'invalid response',
] as const;
export type NoResponse = (typeof NO_RESPONSES)[number];

/** The result of one request. It is a value, never a thrown error. */
export type Outcome =
  | { readonly kind: 'response'; readonly status: number }
  | { readonly kind: 'noResponse'; readonly why: NoResponse };

export type Decision =
  | { readonly status: 'delivered' }
  | { readonly status: 'refused' }
  | { readonly status: 'dead' }
  | { readonly status: 'pending'; readonly waitMs: number };

export const RETRIED_4XX: ReadonlySet<number> = new Set([408, 429]);

/** Reports whether the response says that the partner has the event. */
export const isSuccess = ({ status }: { readonly status: number }) => status >= 200 && status < 300;

/**
 * Decides what an outcome means for the delivery after the given attempt (1 is the first). A redirect is a failure like
 * a 5xx, because the sender does not follow redirects. Contract, "Delivery rules".
 */
export function decisionAfter(outcome: Outcome, attempt: number, baseMs: number): Decision {
  if (outcome.kind === 'response') {
    const { status } = outcome;
    if (isSuccess(outcome)) return { status: 'delivered' };
    if (status >= 400 && status < 500 && !RETRIED_4XX.has(status)) return { status: 'refused' };
  }
  if (attempt >= MAX_ATTEMPTS) return { status: 'dead' };
  return { status: 'pending', waitMs: waitAfterMs(attempt, baseMs) };
}
