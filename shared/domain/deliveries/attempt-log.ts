import { isSuccess, NO_RESPONSES, type NoResponse, type Outcome } from './retry-policy.ts';

/** How many attempts the log of a row keeps. Older attempts are dropped. */
export const LOG_LIMIT = 40;

/** The outcome of an attempt, as read from the attempt log. */
export type LoggedOutcome =
  | Outcome
  /** A response with a 3xx status. The attempt log does not say which status. */
  | { readonly kind: 'redirect' }
  /** The attempt never reported its outcome. */
  | { readonly kind: 'interrupted' }
  /** Another version of the service wrote a text that this version does not know. */
  | { readonly kind: 'unknown' };

/** The text in the attempt log for an attempt that never reported its outcome. */
export const INTERRUPTED = 'interrupted';
const REDIRECT = 'redirect';

/** Returns an outcome as the attempt log stores it. */
export function loggedText(outcome: Outcome): string {
  if (outcome.kind === 'noResponse') return outcome.why;
  return outcome.status >= 300 && outcome.status < 400 ? REDIRECT : `status ${outcome.status}`;
}

export function loggedOutcome(text: string): LoggedOutcome {
  const [, status] = /^status (\d{3})$/.exec(text) ?? [];
  if (status !== undefined) return { kind: 'response', status: Number(status) };
  if (text === REDIRECT || text === INTERRUPTED) return { kind: text };
  return isNoResponse(text) ? { kind: 'noResponse', why: text } : { kind: 'unknown' };
}

const isNoResponse = (text: string): text is NoResponse => NO_RESPONSES.some((why) => why === text);

/** Reports whether the attempt delivered the event, according to the outcome in the attempt log. */
export function hasDelivered({ outcome: text }: { readonly outcome: string }): boolean {
  const outcome = loggedOutcome(text);
  return outcome.kind === 'response' && isSuccess(outcome);
}
