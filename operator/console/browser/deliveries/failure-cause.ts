import { hasDelivered, INTERRUPTED, loggedOutcome } from '../../../../shared/domain/deliveries/attempt-log.ts';
import type { NoResponse } from '../../../../shared/domain/deliveries/retry-policy.ts';
import type { ShownDelivery } from '../../protocol/command-values.ts';

/** Why there was no valid response, as the end of a sentence about the receiver. */
const INSTEAD: Readonly<Record<NoResponse, string>> = {
  timeout: 'did not respond in time',
  dns: 'has a host name that does not resolve',
  'blocked address': 'has an address to which we do not send requests',
  'refused connection': 'refused the connection',
  unreachable: 'could not be reached',
  tls: 'offered no TLS connection that we trust',
  reset: 'closed the connection without a response',
  'invalid response': 'sent something that is not an HTTP response',
};

/** Returns why an attempt failed. Undefined for a success. "A partner is failing" in docs/runbook.md says what the partner should check. */
export function failureCauseOf(outcome: string): string | undefined {
  if (hasDelivered({ outcome })) return undefined;
  const logged = loggedOutcome(outcome);
  if (logged.kind === 'response' || logged.kind === 'redirect')
    return `The partner's fault: its receiver responded, but not with a 2xx (${outcome}).`;
  if (logged.kind === 'interrupted')
    return 'Our fault: the function ended before it could record the outcome of the attempt.';
  if (logged.kind !== 'noResponse') return `Unknown cause: the outcome is ${outcome}.`;
  if (logged.why === 'blocked address') return `The partner's fault: its receiver ${INSTEAD[logged.why]}.`;
  return `Probably the partner's fault: its receiver ${INSTEAD[logged.why]} (${outcome}). If other partners fail in the same way, the cause may be our network.`;
}

/** The outcomes after which nobody knows whether the receiver has handled the request. */
const UNSURE: readonly (NoResponse | typeof INTERRUPTED)[] = ['timeout', 'reset', INTERRUPTED, 'invalid response'];
export const isReceiptUnknown = (outcome: string): boolean => UNSURE.some((unsure) => unsure === outcome);
export const attemptsOfUnknownResult = ({ log }: Pick<ShownDelivery, 'log'>) =>
  log.filter(({ outcome }) => isReceiptUnknown(outcome));
