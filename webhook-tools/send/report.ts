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

/** The service's own judgement of a first attempt. */
const FIRST_WAIT_MS = 60_000;
const statusOf = (outcome: Outcome) => judge(outcome, 1, FIRST_WAIT_MS).status;

/** A genuine delivery is to be accepted, and another one refused: no answer is neither. */
export const isAsItShould = (outcome: Outcome, { stale, tampered }: Asked) =>
  outcome.kind === 'answered' && (statusOf(outcome) === 'delivered') !== (stale || tampered);

export function outcomeReport({ callId, nth, outcome, tookMs }: Sent, asked: Asked): string {
  const answer = outcome.kind === 'answered' ? `${outcome.status}` : `No answer (${outcome.why})`;
  return `${callId}, request ${nth}: ${answer} in ${tookMs} ms. ${meaningOf(outcome, asked)}`;
}

function meaningOf(outcome: Outcome, { stale, tampered }: Asked): string {
  if ((stale || tampered) && outcome.kind === 'answered') {
    if (statusOf(outcome) !== 'delivered') return 'Refused, as it should be.';
    if (tampered) return 'ACCEPTED, although the body was changed after it was signed: verify the signature first.';
    return 'ACCEPTED, although it was signed ten minutes ago: refuse a t that is over five minutes from now.';
  }
  return MEANINGS[statusOf(outcome)];
}

const MEANINGS = {
  delivered: 'Delivered.',
  refused: 'Refused: the service gives a delivery up after this status.',
  pending: 'Failed: the service would try again after 1 minute, and 8 times in all.',
  dead: 'Failed: the service has tried 8 times.',
} as const;
