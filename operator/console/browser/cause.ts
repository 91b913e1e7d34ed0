import { hasDelivered, loggedOutcome } from '../../../shared/domain/deliveries/logged-outcome.ts';

/**
 * Whose fault the outcome of an attempt is, as far as one attempt tells. Undefined for a success. docs/runbook.md, "A
 * partner is failing", has what the partner should check.
 */
export function causeOf(outcome: string): string | undefined {
  if (hasDelivered({ outcome })) return undefined;
  const logged = loggedOutcome(outcome);
  if (logged.kind === 'response' || logged.kind === 'redirect')
    return `The partner: its receiver responded, but not with a 2xx (${outcome}).`;
  if (logged.kind === 'interrupted')
    return 'We: the function that ran the attempt ended before it could note an outcome.';
  if (logged.kind === 'noResponse' && logged.why === 'blocked address')
    return 'The partner: the name of its receiver leads to an address that we do not send to.';
  return `Probably the partner: its receiver did not respond (${outcome}). If other partners fail in the same way, it is our network.`;
}
