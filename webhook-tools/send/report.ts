import { judge, type Outcome } from '../../shared/domain/deliveries/retry-policy.ts';

interface Sent {
  readonly callId: string;
  readonly nth: number;
  readonly outcome: Outcome;
  readonly tookMs: number;
}

interface Asked {
  readonly stale: boolean;
  readonly tampered: boolean;
}

/** The wait after a first attempt. The service's retry rules, which this tool uses, need this number. */
const FIRST_WAIT_MS = 60_000;
const statusOf = (outcome: Outcome) => judge(outcome, 1, FIRST_WAIT_MS).status;

/**
 * Returns whether the receiver did what it should: accept a genuine delivery, and reject any other. A missing response
 * counts as neither.
 */
export const isAsItShould = (outcome: Outcome, { stale, tampered }: Asked) =>
  outcome.kind === 'response' && (statusOf(outcome) === 'delivered') !== (stale || tampered);

/** Says how the receiver responded, and what the service would make of that response. */
export function outcomeReport({ callId, nth, outcome, tookMs }: Sent, asked: Asked): string {
  const response = outcome.kind === 'response' ? `${outcome.status}` : `No response (${outcome.why})`;
  return `${callId}, request ${nth}: ${response} in ${tookMs} ms. ${meaningOf(outcome, asked)}`;
}

function meaningOf(outcome: Outcome, { stale, tampered }: Asked): string {
  if ((stale || tampered) && outcome.kind === 'response') {
    if (statusOf(outcome) !== 'delivered') return 'Rejected, as it should be.';
    if (tampered)
      return 'ACCEPTED, although the body was changed after it was signed: your receiver must verify the signature first.';
    return 'ACCEPTED, although the request was signed ten minutes ago: your receiver must reject a signature whose t is more than five minutes before or after the current time.';
  }
  return MEANINGS[statusOf(outcome)];
}

const MEANINGS = {
  delivered: 'Delivered.',
  refused: 'Rejected: after this status, the service does not retry.',
  pending: 'Failed: the service would retry after 1 minute, and make up to 8 attempts.',
  dead: 'Failed: the service has made all 8 attempts.',
} as const;
