import { SDK_CONNECTIONS } from '../../shared/aws/client.ts';
import { type Notices, sendNotices } from '../../shared/delivery/notices.ts';
import { chunksOf } from '../../shared/domain/chunks.ts';
import { type Health, isFailing } from '../../shared/domain/partners/health.ts';
import type { HealthStore } from '../../shared/store/partners/health.ts';
import type { Partner } from '../../shared/store/partners/item.ts';
import type { OnUnreadable } from '../../shared/store/partners/partners.ts';
import { reportFault, type Telemetry } from '../../shared/telemetry/telemetry.ts';

export interface PartnerDeps extends Telemetry {
  /** Returns all partners, except those whose items have an unknown format. */
  readonly partners: (onUnreadable: OnUnreadable) => Promise<readonly Partner[]>;
  readonly health: Pick<HealthStore, 'of' | 'makeDueChange' | 'markSent'>;
  readonly notices: Notices;
}

/** How many partners are handled at a time: as many as the SDK's client has connections. */
const PARTNERS_AT_ONCE = SDK_CONNECTIONS;

/**
 * Counts how many partners are failing, announces recoveries, and sends the stored notices. A fault of one partner does
 * not stop the others, and no fault here stops the sweep of the deliveries. When there is no time left, the remaining
 * partners wait for a later sweep.
 */
export async function sweepPartners(deps: PartnerDeps, nowMs: number, hasTime: () => boolean): Promise<void> {
  try {
    const partners = await deps.partners((key, error) =>
      reportFault(deps, 'A partner could not be read', error, { key }),
    );
    const healthOf = await deps.health.of(partners.map(({ partnerId }) => partnerId));
    countFailingPartners(deps, partners, healthOf);
    for (const some of chunksOf(partners, PARTNERS_AT_ONCE)) {
      if (!hasTime()) return;
      await Promise.all(some.map((partner) => updateHealth(deps, partner, healthOf(partner.partnerId), nowMs)));
    }
  } catch (error) {
    reportFault(deps, 'The health of partners could not be read', error);
  }
}

/** Counts nothing while no partner fails, because AWS charges for each hour in which a metric is reported. */
function countFailingPartners(
  { meter }: PartnerDeps,
  partners: readonly Partner[],
  healthOf: (partnerId: string) => Health,
): void {
  const active = partners.filter(({ state }) => state === 'active');
  const failing = active.filter(({ partnerId }) => isFailing(healthOf(partnerId)));
  if (failing.length === 0) return;
  meter.count('activePartners', active.length);
  meter.count('failingPartners', failing.length);
}

async function updateHealth(deps: PartnerDeps, partner: Partner, health: Health, nowMs: number): Promise<void> {
  const { partnerId } = partner;
  try {
    const change = await deps.health.makeDueChange(partnerId, health, nowMs);
    await sendNotices(deps, partner, health, change);
  } catch (error) {
    reportFault(deps, "A partner's health could not be updated, or a notice could not be sent", error, { partnerId });
  }
}
