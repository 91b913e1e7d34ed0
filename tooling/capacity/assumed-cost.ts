/** Assumed figures for the cost of a million deliveries, besides the measured figures. */
export const ASSUMED = {
  /** Requests to KMS per delivery, by the formula of the planner for 2,000 partners with 300,000 calls per hour. */
  decryptions: 0.1,
  /** The number of messages in an invocation under load, and of entries in a request to a queue. */
  batch: 10,
  memoryGb: 0.5,
  recordCallSeconds: 0.03,
  /** The duration of one batch in the relay. */
  relaySeconds: 0.03,
  /** The duration of one batch in deliver-webhook: 200 ms for the partner's receiver and 50 ms for our work. */
  deliverSeconds: 0.25,
} as const;
