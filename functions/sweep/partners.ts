import { type Notices, tell } from '../../shared/delivery/notices.ts';
import { type Health, isFailing, waitingNotices } from '../../shared/domain/partners/health.ts';
import type { HealthStore } from '../../shared/store/partners/health.ts';
import type { Partner } from '../../shared/store/partners/item.ts';
import { reportFault, type Telemetry } from '../../shared/telemetry/telemetry.ts';

export interface PartnerDeps extends Telemetry {
  /** Returns all partners. */
  readonly partners: () => Promise<readonly Partner[]>;
  readonly health: Pick<HealthStore, 'of' | 'makeDueChange' | 'markSent'>;
  readonly notices: Notices;
}

/**
 * Announces recoveries, sends the notices that were stored but perhaps not sent, and counts how many partners are
 * failing. A fault of one partner does not stop the others, and no fault here stops the sweep of the deliveries.
 */
export async function sweepPartners(deps: PartnerDeps, nowMs: number): Promise<void> {
  try {
    const partners = await deps.partners();
    const healthOf = await deps.health.of(partners.map(({ partnerId }) => partnerId));
    count(deps, partners, healthOf);
    await Promise.all(partners.map((partner) => bringUpToDate(deps, partner, healthOf(partner.partnerId), nowMs)));
  } catch (error) {
    reportFault(deps, 'The health of partners could not be read', error);
  }
}

/** While no partner is failing, nothing is counted, because AWS charges for each hour in which a metric is reported. */
function count({ meter }: PartnerDeps, partners: readonly Partner[], healthOf: (partnerId: string) => Health): void {
  const active = partners.filter(({ state }) => state === 'active');
  const failing = active.filter(({ partnerId }) => isFailing(healthOf(partnerId)));
  if (failing.length === 0) return;
  meter.count('activePartners', active.length);
  meter.count('failingPartners', failing.length);
}

async function bringUpToDate(deps: PartnerDeps, partner: Partner, health: Health, nowMs: number): Promise<void> {
  const { partnerId } = partner;
  try {
    const change = await deps.health.makeDueChange(partnerId, health, nowMs);
    const notices = [...waitingNotices(health), ...(change?.notice ? [change.notice] : [])];
    for (const notice of notices) await tell(deps, partner, notice);
  } catch (error) {
    reportFault(deps, 'A partner could not be brought up to date', error, { partnerId });
  }
}
