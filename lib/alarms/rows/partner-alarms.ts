import { SWEEP_PERIOD_MS } from '../../../shared/domain/deliveries/sweep-period.ts';
import type { AlarmRow } from '../alarm-row.ts';
import { INCIDENTS, MANY_PARTNERS_PERCENT } from '../incidents.ts';
import { ownMetric, type WatchedResources } from '../watched-resources.ts';

/**
 * The smallest number of failing partners that raises `many-partners-failing`, even if only a few partners are active.
 */
const FEWEST_FAILING = 5;

/** Later sweeps count the same failing partners again, so the alarms use the maximum of a period. */
export function partnerAlarms({ stage }: WatchedResources): AlarmRow[] {
  const failing = ownMetric(stage, 'failingPartners', 'Maximum');
  const active = ownMetric(stage, 'activePartners', 'Maximum');
  // Each period contains at least one sweep, even if sweeps come a minute early or late.
  const periodSeconds = 2 * (SWEEP_PERIOD_MS / 1_000);
  return [
    {
      id: 'partner-failing',
      severity: 'ticket',
      impact: 'A partner misses events, because its receiver fails.',
      heading: 'A partner is failing',
      metrics: { failing },
      expression: 'FILL(failing, 0)',
      threshold: 1,
      periodSeconds,
    },
    {
      id: 'many-partners-failing',
      incident: 'receivers',
      impact: INCIDENTS.receivers.impact,
      heading: 'Many partners are failing',
      metrics: { failing, active },
      expression: `IF(FILL(failing, 0) >= ${FEWEST_FAILING}, 100 * failing / active, 0)`,
      threshold: MANY_PARTNERS_PERCENT,
      periodSeconds,
    },
  ];
}
