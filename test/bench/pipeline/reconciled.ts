import { setTimeout as sleep } from 'node:timers/promises';
import type { Receivers } from './receiver-process.ts';
import type { Recorded } from './recorder.ts';

export interface Delivered extends Recorded {
  /** The time of the first request. */
  readonly postedAtMs: number;
}

/** Longer than any wait of a healthy partner. An event that has not arrived by then is lost. */
const LOST_AFTER_MS = 30_000;
/** The receivers note the times, so looking less often costs no precision. */
const LOOK_EVERY_MS = 250;

/** Compares every recorded event with the requests of the receivers. */
export function ledger(receivers: Receivers) {
  const all = new Set<string>();
  let lost = 0;
  return {
    /** Waits until each call was posted. Returns the calls with their times. */
    async delivered(recorded: readonly Recorded[]): Promise<Delivered[]> {
      for (const { callId } of recorded) all.add(callId);
      const giveUpAtMs = performance.now() + LOST_AFTER_MS;
      let seen = await receivers.seen();
      while (recorded.some(({ callId }) => !seen.has(callId)) && performance.now() < giveUpAtMs) {
        await sleep(LOOK_EVERY_MS);
        seen = await receivers.seen();
      }
      const found = recorded.flatMap((one) => {
        const postedAtMs = seen.get(one.callId)?.[0];
        return postedAtMs === undefined ? [] : [{ ...one, postedAtMs }];
      });
      lost += recorded.length - found.length;
      return found;
    },
    /** Returns the totals so far. */
    async balance() {
      const seen = await receivers.seen();
      const requests = [...all].reduce((sum, callId) => sum + (seen.get(callId)?.length ?? 0), 0);
      return { events: all.size, lost, duplicates: requests - (all.size - lost) };
    },
  };
}
