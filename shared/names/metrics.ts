/**
 * The service's own metrics, as functions write them (embedded metric format) and alarms and dashboard read them.
 * Namespace `PartnerLines/<stage>`, one dimension `service`; those with `byFunction` have `function` beside it, and once
 * more `version` (`relay:7`) instead, by which a rollout tells the new version from the old one.
 */
export const METRICS = {
  /** A fault that no code expected: an endpoint's 500, a wake-up that could not be handled. */
  unhandledError: { name: 'UnhandledError', unit: 'Count', byFunction: true },
  /** Answers of 502 and 503 that the contract has: they page nobody. */
  expected5xx: { name: 'Expected5xx', unit: 'Count' },
  /** Answers of 401. A request over the limit is only counted as that. */
  authFailed: { name: 'AuthFailed', unit: 'Count' },
  rateLimited: { name: 'RateLimited', unit: 'Count' },
  /** DELETE of a line whose second step had failed before. */
  releaseUnfinished: { name: 'ReleaseUnfinished', unit: 'Count' },
  carrierReleaseFailed: { name: 'CarrierReleaseFailed', unit: 'Count' },
  /** A signing secret could not be decrypted: nothing can be signed. */
  secretUnavailable: { name: 'SecretUnavailable', unit: 'Count' },
  attempts: { name: 'DeliveryAttempts', unit: 'Count' },
  /** Of calls that were never attempted before: a replay's receiver is known to have failed. */
  firstAttempts: { name: 'FirstAttempts', unit: 'Count' },
  /** First attempts that were not answered with 2xx. */
  firstAttemptsFailed: { name: 'FirstAttemptsFailed', unit: 'Count' },
  /** This and the next three: deliveries settled so, each counted by whoever wrote it into the row. */
  delivered: { name: 'WebhookDelivered', unit: 'Count' },
  refused: { name: 'WebhookRefused', unit: 'Count' },
  /** All attempts of a delivery used up without a 2xx. */
  exhausted: { name: 'WebhookExhausted', unit: 'Count' },
  /** No webhook when the call was recorded or due, or the partner suspended when it was due. */
  skipped: { name: 'WebhookSkipped', unit: 'Count' },
  /** The receiver's address is not a public one at the moment of sending. */
  blockedAddress: { name: 'WebhookBlockedAddress', unit: 'Count' },
  /** From the call's storing to the end of its first attempt, in either lane; not of replays. */
  deliveryLatency: { name: 'DeliveryLatency', unit: 'Milliseconds' },
  /** From the moment an attempt was due to its claim, by a message of the main lane: it pages. */
  wakeUpLateness: { name: 'WakeUpLateness', unit: 'Milliseconds' },
  /** The same in the slow lane, where partners that hang wait for each other: that pages nobody. */
  slowLaneLateness: { name: 'SlowLaneLateness', unit: 'Milliseconds' },
  /** Due deliveries of the main lane that the sweeper had to wake: their own wake-up was lost or is late. */
  sweepRescued: { name: 'SweepRescued', unit: 'Count' },
  /** Wake-ups that were sent on more often than any delivery needs: a loop of ours. The sweep takes their deliveries over. */
  wakeUpsDropped: { name: 'WakeUpsDropped', unit: 'Count' },
} as const satisfies Record<string, Metric>;

interface Metric {
  readonly name: string;
  readonly unit: 'Count' | 'Milliseconds';
  readonly byFunction?: true;
}

/** The `service` dimension of every metric of ours. */
export const METRICS_SERVICE = 'partner-lines';
export const metricsNamespace = (stage: string) => `PartnerLines/${stage}`;
