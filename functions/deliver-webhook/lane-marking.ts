import { EVIDENCE, PROLONGED_AFTER_SHARE, type Reason } from '../../shared/domain/deliveries/lane.ts';
import { reportFault } from '../../shared/telemetry/telemetry.ts';
import type { Deps } from './deps.ts';
import type { KnownLanes } from './known-lanes.ts';

/**
 * Watches an attempt while it is in flight, and marks its partner for a later lane as soon as the attempt takes long.
 * Returns a function that stops watching and waits until all marks are written.
 */
export function startLaneMarking(deps: Deps, known: KnownLanes, partnerId: string): () => Promise<void> {
  const marks: Promise<void>[] = [];
  const timers = EVIDENCE.map((evidence) =>
    deps.after(evidence.afterMs, () => marks.push(markPartner(deps, known, partnerId, evidence))),
  );
  return async () => {
    for (const cancel of timers) cancel();
    await Promise.all(marks);
  };
}

/**
 * Marks the partner for a lane, unless this environment has read or written a mark that lasts long enough. Without the
 * mark, deliveries are only slower, so a failed write is only reported.
 */
export async function markPartner(deps: Deps, known: KnownLanes, partnerId: string, reason: Reason): Promise<void> {
  const { lane, forMs } = reason;
  const nowMs = deps.nowMs();
  const knownUntilMs = known.marksOf(partnerId)[lane];
  if (knownUntilMs - nowMs > forMs * (1 - PROLONGED_AFTER_SHARE)) return;
  try {
    known.note(partnerId, await deps.lanes.mark(partnerId, reason, nowMs));
  } catch (error) {
    reportFault(deps, 'A partner could not be marked for a lane', error, { partnerId, lane });
  }
}
