import type { Chances } from '../../virtual-time/chances.ts';
import type { Timeline } from '../../virtual-time/timeline.ts';
import type { Load } from '../scenarios/scenario.ts';
import type { Partner } from './partners.ts';

const RETRY_MS = [1_000, 3_000] as const;
/** A typical call of at most 1 KB, which DynamoDB bills as one unit. */
export const SUMMARY = 'Asked for a table at seven, outside if the weather allows. '.repeat(8);

export interface FinishedCall {
  readonly tenantId: string;
  readonly call: { readonly callId: string; readonly summary: string; readonly callType: 'phone' };
}

interface Deps {
  readonly timeline: Timeline;
  readonly chances: Chances;
  /** Invokes record-call. `then` receives whether the call was recorded. */
  readonly record: (call: FinishedCall, then: (isRecorded: boolean) => void) => void;
}

/** Simulates the voice platform, whose calls finish at random times. It retries each call until it is recorded. */
export function platform({ timeline, chances, record }: Deps) {
  const counts = { finished: 0, recorded: 0, retried: 0 };

  function handOver(call: FinishedCall): void {
    record(call, (isRecorded) => {
      if (isRecorded) {
        counts.recorded += 1;
        return;
      }
      counts.retried += 1;
      timeline.after(chances.between('platform retry', ...RETRY_MS), () => handOver(call));
    });
  }

  function finish({ lineIds }: Partner): void {
    counts.finished += 1;
    const callId = `call_${String(counts.finished).padStart(26, '0')}`;
    const tenantId = lineIds[counts.finished % lineIds.length] ?? '';
    handOver({ tenantId, call: { callId, summary: SUMMARY, callType: 'phone' } });
  }

  return {
    counts,
    /** Plans the calls of a load, of these partners. */
    run({ fromMs, untilMs, perSecond, skew = 0 }: Load, partners: readonly Partner[]): void {
      const pick = picker(partners, skew);
      const beganMs = timeline.nowMs();
      let nextMs = fromMs;
      function next(): void {
        nextMs += (-Math.log(1 - chances.fraction('arrival')) * 1_000) / perSecond;
        if (nextMs >= untilMs) return;
        timeline.after(beganMs + nextMs - timeline.nowMs(), () => {
          finish(pick(chances.fraction('partner')));
          next();
        });
      }
      next();
    },
  };
}

/** Returns a function that picks a partner by a number in [0, 1). */
function picker(partners: readonly Partner[], skew: number): (fraction: number) => Partner {
  const upTo: number[] = [];
  let sum = 0;
  for (let rank = 1; rank <= partners.length; rank += 1) {
    sum += rank ** -skew;
    upTo.push(sum);
  }
  return (fraction) => {
    const wanted = fraction * sum;
    let [low, high] = [0, upTo.length - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((upTo[middle] ?? 0) <= wanted) low = middle + 1;
      else high = middle;
    }
    const partner = partners[low];
    if (!partner) throw new Error('A load needs partners');
    return partner;
  };
}
