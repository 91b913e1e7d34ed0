import { RETRIED_4XX } from '../../src/service-rules.ts';
import type { Outcome } from './exchange.ts';

/** Returns what follows from an outcome, like `decisionAfter` in `shared/domain/deliveries/retry-policy.ts`. */
export function decisionFor(outcome: Outcome): 'delivered' | 'rejected' | 'retried' {
  if (outcome.kind === 'noResponse') return 'retried';
  const { status } = outcome;
  if (status >= 200 && status < 300) return 'delivered';
  const isFinal = status >= 400 && status < 500 && !RETRIED_4XX.includes(status);
  return isFinal ? 'rejected' : 'retried';
}

export const outcomeText = (outcome: Outcome) =>
  outcome.kind === 'response' ? `${outcome.status}` : `No response (${outcome.why})`;
