import { PRICES, usdPerMillion } from '../../../tooling/capacity/prices.ts';
import type { Consumption } from '../../support/service/metered-service.ts';

/** Assumed figures for the cost of a million deliveries, besides the measured figures. */
const ASSUMED = {
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

export interface CostLine {
  readonly part: string;
  readonly recordingUsd: number;
  readonly afterRecordingUsd: number;
}

/** What one call uses: for its recording alone, and in total with its delivery. */
interface Shares {
  readonly recording: Pick<Consumption, 'readUnits' | 'writeUnits' | 'logBytes'>;
  readonly total: Consumption;
}

/** Returns the list price of a million calls, recorded and delivered at the first attempt, in batches as under load. */
export function costOfDelivery({ recording, total }: Shares): CostLine[] {
  const { decryptions, batch, memoryGb, recordCallSeconds, relaySeconds, deliverSeconds } = ASSUMED;
  // One send by the relay, and one receive and one delete by Lambda, each for a whole batch.
  const queueRequests = (total.queueSends + 2) / batch;
  const line = (part: string, price: keyof typeof PRICES, recorded: number, after: number): CostLine => ({
    part,
    recordingUsd: usdPerMillion(PRICES[price], recorded),
    afterRecordingUsd: usdPerMillion(PRICES[price], after),
  });
  const gigabytes = (bytes: number) => bytes / 1e9;
  return [
    line('table writes', 'writeUnit', recording.writeUnits, total.writeUnits - recording.writeUnits),
    line('table reads', 'readUnit', recording.readUnits, total.readUnits - recording.readUnits),
    line('queue requests', 'queueRequest', 0, queueRequests),
    line('group ids of fair queues', 'fairQueueRequest', 0, queueRequests),
    line('decryptions', 'keyRequest', 0, decryptions),
    line('invocations', 'invocation', 1, 2 / batch),
    line(
      'run time',
      'gigabyteSecond',
      memoryGb * recordCallSeconds,
      (memoryGb * (relaySeconds + deliverSeconds)) / batch,
    ),
    line('logs', 'loggedGigabyte', gigabytes(recording.logBytes), gigabytes(total.logBytes - recording.logBytes)),
  ];
}

export type Way = 'invoked' | 'queued';

/** Returns the list price of recording a million calls, by the way in which the voice platform hands them over. */
export function costOfRecording({ readUnits, writeUnits, logBytes }: Shares['recording'], way: Way): number {
  const { batch, memoryGb, recordCallSeconds } = ASSUMED;
  const isQueued = way === 'queued';
  const invocations = isQueued ? 1 / batch : 1;
  return (
    usdPerMillion(PRICES.writeUnit, writeUnits) +
    usdPerMillion(PRICES.readUnit, readUnits) +
    usdPerMillion(PRICES.loggedGigabyte, logBytes / 1e9) +
    usdPerMillion(PRICES.invocation, invocations) +
    usdPerMillion(PRICES.gigabyteSecond, invocations * memoryGb * recordCallSeconds) +
    // One send for each call, which names a group. One receive and one delete for a whole batch.
    (isQueued ? usdPerMillion(PRICES.queueRequest, 1 + 2 / batch) + usdPerMillion(PRICES.fairQueueRequest, 1) : 0)
  );
}

export const sumOf = (lines: readonly CostLine[], pick: (line: CostLine) => number) =>
  lines.reduce((sum, line) => sum + pick(line), 0);
