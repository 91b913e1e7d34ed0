import type { Chances } from '../virtual-time/chances.ts';
import type { Nature } from './nature/environment.ts';
import { PARTNER_IDS, type PlannedCall, START_MS, tenantOf } from './setting.ts';

const MOST_CALLS = 4;
const RETRY_MS = [2_000, 60_000] as const;
const REPEATED_MS = [0, 1_200_000] as const;

/** In some runs, there are so many calls that a partner can become failing by its first attempts alone. */
const SHARE_OF_BUSY_RUNS = 0.15;
const CALLS_OF_BUSY_RUN = 10;

/** Returns calls that finish at random times in the phase with faults, mostly of one partner. */
export function plannedCalls(
  chances: Chances,
  untilMs: number,
  atMost = CALLS_OF_BUSY_RUN,
): [PlannedCall, ...PlannedCall[]] {
  const isBusy = chances.fraction('busy') < SHARE_OF_BUSY_RUNS;
  const count = Math.min(atMost, isBusy ? CALLS_OF_BUSY_RUN : chances.between('calls', 1, MOST_CALLS));
  const planned = (index: number): PlannedCall => {
    const callId = `call-${index + 1}`;
    const partnerId = PARTNER_IDS[chances.fraction(`partner of ${callId}`) < 0.7 ? 0 : 1];
    const finishedAtMs = chances.between(`time of ${callId}`, START_MS, START_MS + (untilMs - START_MS) / 2);
    return { callId, partnerId, tenantId: tenantOf(partnerId), finishedAtMs, summary: `What was said in ${callId}` };
  };
  return [planned(0), ...Array.from({ length: count - 1 }, (_, index) => planned(index + 1))];
}

type Record = (call: PlannedCall, then: (isRecorded: boolean) => void) => void;

/** Simulates the voice platform, which retries until a call is recorded, and sometimes sends it once more. */
export function platform({ timeline, chances, faults }: Nature, calls: readonly PlannedCall[], record: Record) {
  const recorded = new Set<string>();

  function handOver(call: PlannedCall): void {
    record(call, (isRecorded) => {
      if (!isRecorded)
        return timeline.after(chances.between(`retry of ${call.callId}`, ...RETRY_MS), () => handOver(call));
      recorded.add(call.callId);
      if (faults.strike(`record ${call.callId}`, ['call recorded twice']))
        timeline.after(chances.between(`again ${call.callId}`, ...REPEATED_MS), () => handOver(call));
    });
  }

  for (const call of calls) timeline.after(call.finishedAtMs - START_MS, () => handOver(call));
  return { recorded };
}
