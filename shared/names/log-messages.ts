/**
 * Messages of log lines that people and tools search for. Every other line says its own sentence where it is written;
 * whatever nobody expected has the level ERROR and an `error`.
 */
export const LOG_MESSAGES = {
  /** One line per request that reached an endpoint: requestId, route, partnerId, tenantId, status, outcome, durationMs. */
  requestAnswered: 'Request answered',
  /** One line per 401: requestId, outcome, durationMs; partnerId if the key is one that was revoked. */
  requestDenied: 'Request denied',
  /** The cause of a 500 or of a failed invocation. */
  unexpectedFault: 'Unexpected fault',
  /** One line per request to a receiver: callId, partnerId, tenantId, attempt, status, outcome, durationMs. */
  deliveryAttempted: 'Delivery attempted',
  /** A delivery settled without an attempt: callId, partnerId, tenantId, reason. */
  deliverySkipped: 'Delivery skipped',
  /** A delivery whose last attempt never reported a result, by the consumer or the sweeper: callId, partnerId, tenantId, status. */
  deliveryGivenUp: 'Delivery given up',
  /** A wake-up that was sent on too often and is dropped: callId, partnerId, tenantId, hops. */
  wakeUpDropped: 'Wake-up dropped',
} as const;
