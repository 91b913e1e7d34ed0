import { FAST_BURN, LONG_BY_SHORT_WINDOW, SLOW_BURN } from '../../../shared/domain/burn-rates.ts';
import { type Count, OBJECTIVES, type Objective } from '../../../shared/names/objectives.ts';
import { type CompositeRow, HOUR, type Measured, type MetricRow } from '../alarm-row.ts';
import { apiMetric, ownMetric, type WatchedResources } from '../watched-resources.ts';

const BURNS = [
  { id: 'fast-burn', pages: true, ...FAST_BURN },
  { id: 'slow-burn', pages: false, ...SLOW_BURN },
] as const;

/**
 * The smallest number of bad requests or events that raises an alarm. In a quiet night, even one bad request would be a
 * large share.
 */
const LEAST_BAD = 20;

const INCIDENT_OF = { availability: 'api', freshness: 'events', delivery: 'events' } as const;

/** Returns two alarms for each objective: one for fast use and one for slow use of its budget. */
export const objectiveAlarms = (watched: WatchedResources): CompositeRow[] =>
  OBJECTIVES.flatMap((objective) =>
    BURNS.map(({ id, pages, rate, hours, lasts }) => {
      const window = { watched, objective, rate };
      const name = `${objective.name}-${id}`;
      return {
        id: name,
        ...(pages ? { incident: INCIDENT_OF[objective.name] } : { severity: 'ticket' }),
        impact: `${objective.harm} so often that the budget of a month lasts only ${lasts}.`,
        heading: objective.heading,
        windows: [
          burnRate({ ...window, id: `${name}-long`, seconds: hours * HOUR, leastBad: LEAST_BAD }),
          burnRate({ ...window, id: `${name}-short`, seconds: (hours * HOUR) / LONG_BY_SHORT_WINDOW, leastBad: 1 }),
        ],
      };
    }),
  );

interface Window {
  readonly watched: WatchedResources;
  readonly objective: Objective;
  readonly id: string;
  readonly rate: number;
  readonly seconds: number;
  readonly leastBad: number;
}

/**
 * Returns the burn rate of an objective. At 1, as many requests or events are bad as the objective allows. With fewer
 * bad requests or events than `leastBad`, the burn rate is 0.
 */
function burnRate({ watched, objective, id, rate, seconds, leastBad }: Window): Measured {
  const { targetPercent, all, bad, allowed } = objective;
  const badSum = [sumOf(bad), ...allowed.map(filledMetric)].join(' - ');
  const allowedPercent = (100 - targetPercent).toFixed(2);
  return {
    id,
    metrics: Object.fromEntries([...all, ...bad, ...allowed].map((count) => [idOf(count), metricOf(watched, count)])),
    expression: `IF(${badSum} >= ${leastBad}, 100 * (${badSum}) / ((${sumOf(all)}) * ${allowedPercent}), 0)`,
    periodSeconds: seconds,
    threshold: rate,
  };
}

const sumOf = (counts: readonly Count[]) => counts.map(filledMetric).join(' + ');
/** Replaces missing values with 0, so that an alarm ends even if nothing is reported any more. */
const filledMetric = (count: Count) => `FILL(${idOf(count)}, 0)`;
const idOf = (count: Count) => ('api' in count ? `api${count.api}` : count.own);

const metricOf = ({ api, stage }: WatchedResources, count: Count): MetricRow =>
  'api' in count ? apiMetric(api, count.api, 'Sum') : ownMetric(stage, count.own);
