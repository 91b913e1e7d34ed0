import { sendNotices } from '../../shared/delivery/notices.ts';
import { RESPONSE_LIMIT_MS } from '../../shared/domain/deliveries/response-timeout.ts';
import type { Health, StateChange } from '../../shared/domain/partners/health.ts';
import type { Concerned } from '../../shared/domain/partners/notice-message.ts';
import { faultOf } from '../../shared/telemetry/logger.ts';
import { reportFault } from '../../shared/telemetry/telemetry.ts';
import type { Claimed } from './claim.ts';
import type { Deps } from './deps.ts';
import type { Attempted } from './reporting.ts';

/**
 * Stores what an attempt shows about its partner's receiver. This can change the partner's health to `failing`. The
 * attempt has already ended, so a fault here neither loses nor repeats the attempt. After a success, returns the health
 * from before the success. After a failure, returns the health that counts the failure, but not yet the change to
 * `failing`. After a fault, returns `undefined`.
 */
export async function storeHealth(
  deps: Deps,
  partner: Concerned,
  { row, token }: Claimed,
  { ending, endedAtMs, entry: { atMs, outcome } }: Attempted,
): Promise<Health | undefined> {
  const { partnerId } = partner;
  try {
    if (ending.status === 'delivered') {
      // A frozen function may read a response long after the response arrived.
      const succeededAtMs = Math.min(endedAtMs, atMs + RESPONSE_LIMIT_MS);
      return await deps.health.noteSuccess(partnerId, succeededAtMs, outcome);
    }
    const failure = { token, isFirstOfRound: row.attempts === 1, atMs, outcome };
    const health = await deps.health.noteFailure(partnerId, failure);
    const change = await deps.health.makeDueChange(partnerId, health, deps.nowMs());
    if (change?.notice) await trySendNotices(deps, partner, health, change);
    return health;
  } catch (error) {
    reportFault(deps, "A partner's health could not be stored", error, { partnerId });
    return undefined;
  }
}

/**
 * Sends notices about the partner. If that fails, the function only logs a warning, which raises no alarm: the sweep
 * sends the notices later, and the delivery is not affected.
 */
async function trySendNotices(deps: Deps, partner: Concerned, health: Health, change: StateChange): Promise<void> {
  try {
    await sendNotices(deps, partner, health, change);
  } catch (error) {
    const about = { partnerId: partner.partnerId, error: faultOf(error) };
    deps.logger.warn('A notice about a partner could not be sent; the sweep sends it', about);
  }
}
