import { FIRST_WAIT_MINUTES, MAX_ATTEMPTS, REPLAY_WINDOW_MINUTES } from '../../src/service-rules.ts';
import { decisionFor, type Outcome, outcomeText } from '../http/exchange.ts';
import { STALE_MINUTES } from './stale-signature.ts';

interface Sent {
  /** The name of the request, in a form that is safe for a terminal. */
  readonly title: string;
  readonly outcome: Outcome;
  readonly tookMs: number;
}

interface Asked {
  readonly stale: boolean;
  readonly tampered: boolean;
}

/**
 * Reports whether the receiver's response is right: it must accept a request unless the request is stale or changed.
 */
export const isExpectedOutcome = (outcome: Outcome, { stale, tampered }: Asked) =>
  outcome.kind === 'response' && (decisionFor(outcome) === 'delivered') !== (stale || tampered);

export const outcomeReport = ({ title, outcome, tookMs }: Sent, asked: Asked) =>
  `${title}: ${outcomeText(outcome)} in ${tookMs} ms. ${meaningOfOutcome(outcome, asked)}`;

function meaningOfOutcome(outcome: Outcome, { stale, tampered }: Asked): string {
  if ((stale || tampered) && outcome.kind === 'response') {
    if (decisionFor(outcome) !== 'delivered') return 'Rejected, as it should be.';
    if (tampered)
      return 'ACCEPTED, although the body was changed after it was signed: your receiver must verify the signature first.';
    return `ACCEPTED, although the request was signed ${STALE_MINUTES} minutes ago: your receiver must reject a signature whose t is more than ${REPLAY_WINDOW_MINUTES} minutes before or after the current time.`;
  }
  return MEANINGS[decisionFor(outcome)];
}

const MEANINGS = {
  delivered: 'Delivered.',
  rejected: 'Rejected: after this status, the service does not retry.',
  retried: `Failed: the service would retry after ${FIRST_WAIT_MINUTES} minute, and make up to ${MAX_ATTEMPTS} attempts.`,
} as const;
