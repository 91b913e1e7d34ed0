import { listPartners, partnersWith } from '../../shared/store/partners/registry.ts';
import { operatorCommand } from '../as-typed.ts';
import { failingAmong, withHealth } from '../records/partner-health.ts';
import { type Check, fine, wrong } from './check.ts';

/** Checks whether the receivers of all active partners work. */
export const PARTNER_CHECKS: readonly Check[] = [
  {
    name: 'partners',
    run: async (target) => {
      const { table, nowMs } = target;
      const active = (await listPartners(table)).filter(({ state }) => state === 'active');
      const activeIds = active.map(({ partnerId }) => partnerId);
      const failingPartners = await partnersWith(table, await failingAmong(table, activeIds));
      const failing = await withHealth(table, failingPartners, nowMs());
      if (failing.length === 0) return fine(`${active.length} active, none failing`);
      const told = failing.map(
        ({ health: { partnerId, name, failingSince, lastOutcome } }) =>
          `${name} (${partnerId}) since ${failingSince}, last outcome: ${lastOutcome}`,
      );
      return wrong(`failing: ${told.join('; ')}`, operatorCommand(target, 'partner health --failing'));
    },
  },
];
