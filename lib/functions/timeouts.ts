import type { Action } from '../../shared/contract/routes.ts';
import { LEASE_MS } from '../../shared/domain/deliveries/lease.ts';
import { type DeployedFunction, isEndpoint } from '../rights.ts';

/** test/lib/functions/timeouts.test.ts compares most of these timeouts with other timeouts and with the lease. */
export const TIMEOUT_SECONDS = {
  /** The authorizer runs before every endpoint. Both together must end within the 29 s for which API Gateway waits. */
  authorizer: 5,
  endpoint: 15,
  /** Longer than the voice platform waits before it uses its copy of the line. */
  'line-for-call': 5,
  'record-call': 15,
  /** Longer than the timeout of record-call, because intake also tells SQS what to do with each message. */
  intake: 30,
  relay: 30,
  /**
   * An invocation stops receiving messages `LONGEST_MESSAGE_MS` before its timeout. The timeout is four times as long, so
   * at any moment most invocations of a lane still receive messages.
   */
  'deliver-webhook': LEASE_MS / 1_000,
  /** The sweep works page by page. Shortly before this timeout, it leaves the other pages to the next sweep. */
  sweep: 120,
  /** The timeout is twice as long as the probe waits for a response. */
  probe: 10,
  /** The longest timeout that Lambda allows. If all old and new versions time out, the check takes ten minutes. */
  'check-version': 900,
} as const satisfies Record<Exclude<DeployedFunction, Action> | 'endpoint', number>;

export const timeoutSeconds = (action: DeployedFunction): number =>
  TIMEOUT_SECONDS[isEndpoint(action) ? 'endpoint' : action];

/**
 * The visibility timeout of the queues of wake-ups. AWS recommends six times the consumer's timeout, so that a message
 * is not delivered again while Lambda still retries its batch.
 */
export const VISIBILITY_SECONDS = 6 * TIMEOUT_SECONDS['deliver-webhook'];
