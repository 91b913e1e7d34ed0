/**
 * Messages of log lines that people and tools search for, each with the fields of its line. Other messages are written
 * where they are logged. A line about one call has the field `callId`, and a line about several calls has `callIds`. An
 * unexpected fault has the level ERROR and the field `error`.
 */
export const LOG_MESSAGES = {
  /**
   * One line per request at an endpoint. Fields: requestId, route, partnerId, tenantId, status, outcome, durationMs.
   */
  requestAnswered: 'Request answered',
  /** One line per 401. Fields: requestId, route, status, outcome, durationMs, and partnerId if the key was revoked. */
  requestDenied: 'Request denied',
  /** A fault made an endpoint return 500, or an invocation fail. */
  unexpectedFault: 'Unexpected fault',
  /** One line per lane for an invocation of `relay` or a page of `sweep`. Fields: callIds, lane. */
  wakeUpsSent: 'Wake-ups sent',
  /** A queue did not accept a wake-up. A retry or the sweep follows. Fields: callId, partnerId, tenantId, lane. */
  wakeUpNotAccepted: 'Wake-up not accepted',
  /**
   * One line per attempt with an outcome. Fields: callId, partnerId, lane, attempt, status, outcome, durationMs. Also
   * nextAttemptAtMs if another attempt follows, series from the second round on, and isLate if the result came
   * too late.
   */
  deliveryAttempted: 'Delivery attempted',
  /** `deliver-webhook` skipped a delivery. Fields: callId, partnerId, tenantId, reason. */
  deliverySkipped: 'Delivery skipped',
  /**
   * A delivery was declared dead, because its last attempt never reported a result. Logged by `deliver-webhook` or
   * `sweep`. Fields: callId, partnerId, tenantId, status.
   */
  deliveryDeclaredDead: 'Delivery given up',
  /** A wake-up had too many hops and was dropped. Fields: callId, partnerId, tenantId, hops. */
  wakeUpDropped: 'Wake-up dropped',
  /** A notice about a change of a partner's health was sent. Fields: partnerId, noticeId, state. */
  partnerNotice: 'Partner notice sent',
  /** A request of the probe got no good response. Field: outcome. */
  probeFailed: 'Probe failed',
} as const;
