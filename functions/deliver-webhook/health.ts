import { tell } from '../../shared/delivery/notices.ts';
import { RESPONSE_LIMIT_MS } from '../../shared/delivery/sender.ts';
import type { Concerned } from '../../shared/domain/partners/notice.ts';
import { reportFault } from '../../shared/telemetry/telemetry.ts';
import type { Claimed } from './claim.ts';
import type { Deps } from './deps.ts';
import type { Attempted } from './reporting.ts';

/**
 * Notes what an attempt shows about its partner's receiver, and makes the partner failing if it is time. The result of
 * the attempt is already in its row, so a fault here neither loses nor repeats an attempt.
 */
export async function noteHealth(
  deps: Deps,
  partner: Concerned,
  { row, token }: Claimed,
  { ending, endedAtMs, entry: { atMs, outcome } }: Attempted,
): Promise<void> {
  const { partnerId } = partner;
  try {
    if (ending.status === 'delivered') {
      // A function that was frozen learns late of a response that came in time.
      const succeededAtMs = Math.min(endedAtMs, atMs + RESPONSE_LIMIT_MS);
      return await deps.health.noteSuccess(partnerId, succeededAtMs, outcome);
    }
    const failure = { token, isFirst: row.attempts === 1, atMs, outcome };
    const health = await deps.health.noteFailure(partnerId, failure);
    const change = await deps.health.makeDueChange(partnerId, health, deps.nowMs());
    if (change?.notice) await tell(deps, partner, change.notice);
  } catch (error) {
    reportFault(deps, "A partner's health could not be noted", error, { partnerId });
  }
}
