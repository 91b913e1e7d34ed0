/** The 5xx statuses that are not our faults. Many responses with these statuses raise a ticket, not a page. */
export const EXPECTED_5XX: readonly number[] = [502, 503];

/**
 * The service's own metrics, which functions write in CloudWatch's embedded metric format. The namespace is
 * `PartnerLines/<stage>`, and each metric has the dimension `service`. A metric with `byFunction` is written twice:
 * with the additional dimension `function`, and with `version` (such as `relay:7`). So a rollout can distinguish faults
 * of the new version from faults of the old version.
 */
export const METRICS = {
  /** Faults that no code expected, for example a 500 of an endpoint, or a wake-up that could not be handled. */
  unhandledError: { name: 'UnhandledError', unit: 'Count', byFunction: true },
  /** Responses whose status is in `EXPECTED_5XX`. */
  expected5xx: { name: 'Expected5xx', unit: 'Count' },
  /** Responses with 401. A request over the rate limit counts only as `rateLimited`. */
  authFailed: { name: 'AuthFailed', unit: 'Count' },
  /** Responses with 401 to requests whose `Authorization` header has Bearer form. */
  invalidKey: { name: 'InvalidKey', unit: 'Count' },
  rateLimited: { name: 'RateLimited', unit: 'Count' },
  /** DELETE requests that completed an interrupted termination. */
  releaseUnfinished: { name: 'ReleaseUnfinished', unit: 'Count' },
  carrierReleaseFailed: { name: 'CarrierReleaseFailed', unit: 'Count' },
  /** How often a signing secret could not be decrypted. */
  secretUnavailable: { name: 'SecretUnavailable', unit: 'Count' },
  /** Look-ups for a call, not for a refresh, that returned a line. */
  callsLookedUp: { name: 'CallsLookedUp', unit: 'Count' },
  /** Calls that were stored. A call that was handed over again is not counted again. */
  callsRecorded: { name: 'CallsRecorded', unit: 'Count' },
  /** How often a call was refused. The test call of `doctor` is not counted. */
  callsRejected: { name: 'CallsRefused', unit: 'Count' },
  attempts: { name: 'DeliveryAttempts', unit: 'Count' },
  /** First attempts of the first round. Replays are left out, because most go to receivers that have failed before. */
  firstAttempts: { name: 'FirstAttempts', unit: 'Count' },
  /** First attempts of the first round that did not get a 2xx. */
  firstAttemptsFailed: { name: 'FirstAttemptsFailed', unit: 'Count' },
  /** First attempts for the objective `freshness`: first round, main lane, and only partners that are not failing. */
  timedFirstAttempts: { name: 'TimedFirstAttempts', unit: 'Count' },
  /** Those of `timedFirstAttempts` that were sent later than `IN_TIME_WITHIN_MS` after the call was stored. */
  lateFirstAttempts: { name: 'LateFirstAttempts', unit: 'Count' },
  /** Deliveries that got the status `delivered`. */
  delivered: { name: 'WebhookDelivered', unit: 'Count' },
  refused: { name: 'WebhookRefused', unit: 'Count' },
  /** Deliveries that got the status `dead`. */
  dead: { name: 'WebhookExhausted', unit: 'Count' },
  /** Deliveries that a function of the service skipped. Calls that operators delete do not count. */
  skipped: { name: 'WebhookSkipped', unit: 'Count' },
  /**
   * Deliveries that count as settled by a fault of ours: the last attempt never reported a result, or the call expired
   * after an attempt was due. Such a delivery also counts as `dead` or `skipped`.
   */
  settledByFault: { name: 'WebhookSettledByFault', unit: 'Count' },
  /** Attempts without a request, because the receiver's address was not public at that moment. */
  blockedAddress: { name: 'WebhookBlockedAddress', unit: 'Count' },
  /** The time from storing a call to the end of its first attempt, in any lane. Replays do not count. */
  deliveryLatency: { name: 'DeliveryLatency', unit: 'Milliseconds' },
  /**
   * The time from when an attempt was due until it was claimed, for messages of the main lane. High values page the
   * person on call.
   */
  wakeUpLateness: { name: 'WakeUpLateness', unit: 'Milliseconds' },
  /** Like `wakeUpLateness`, for the slow lane. It has no alarm, because partners of this lane wait for each other. */
  slowLaneLateness: { name: 'SlowLaneLateness', unit: 'Milliseconds' },
  /** Like `slowLaneLateness`, for the hung lane. */
  hungLaneLateness: { name: 'HungLaneLateness', unit: 'Milliseconds' },
  /** Due deliveries of the main lane that scheduled sweeps woke, mostly because their own wake-up was lost or late. */
  sweepRescued: { name: 'SweepRescued', unit: 'Count' },
  /**
   * Wake-ups dropped after too many hops, which a loop in our code would cause. The sweep takes over the deliveries.
   */
  wakeUpsDropped: { name: 'WakeUpsDropped', unit: 'Count' },
  /**
   * Partners in the state `active`. `failingPartners` counts those of them that are failing. Each sweep reports
   * both numbers, so use the maximum of a metric, not its sum. Nothing is reported while no partner is failing.
   */
  activePartners: { name: 'ActivePartners', unit: 'Count' },
  failingPartners: { name: 'FailingPartners', unit: 'Count' },
  /** For each request of the probe: 1 without a good response, otherwise 0. */
  probesFailed: { name: 'ProbesFailed', unit: 'Count', evenZero: true },
} as const satisfies Record<string, Metric>;

interface Metric {
  readonly name: string;
  readonly unit: 'Count' | 'Milliseconds';
  readonly byFunction?: true;
  /** Whether a count of 0 is written too. If so, a missing value means that no function has counted. */
  readonly evenZero?: true;
}

/** The value of the dimension `service`, which each metric of `METRICS` has. */
export const METRICS_SERVICE = 'partner-lines';
export const metricsNamespace = (stage: string) => `PartnerLines/${stage}`;
