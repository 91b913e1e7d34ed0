/** The assumptions of the cost of a million deliveries, in addition to the measured figures. */
export const ASSUMED = {
  /** Requests to KMS per delivery, of 2,000 partners with 300,000 calls an hour, by the formula of the planner. */
  decryptions: 0.1,
  /** Messages of one invocation, and entries of one request to a queue, under load. */
  batch: 10,
  memoryGb: 0.5,
  recordCallSeconds: 0.03,
  /** The duration of a batch. */
  relaySeconds: 0.03,
  /** The duration of a batch: 200 ms for the partner's receiver and 50 ms for our work. */
  deliverSeconds: 0.25,
} as const;
