import type { IncidentName } from './incidents.ts';

/**
 * One row of the alarm table. It is only data. The alarms, the dashboard and the tests of the runbook are made from it.
 */
export type AlarmRow = Told & Measured;

/** A row whose alarm is raised while it is raised over all its windows. */
export type CompositeRow = Told & { readonly windows: readonly Measured[] };

/** An alarm that pages does so through the alarm of its incident. */
type Notifies = { readonly severity: 'ticket' } | { readonly severity: 'page'; readonly incident: IncidentName };

/** What the person on call reads about an alarm. */
type Told = Notifies & Text;

interface Text {
  /** End of the alarm's name, after the prefix of the stage. */
  readonly id: string;
  /** What a partner notices, now or soon. One sentence. */
  readonly impact: string;
  /** The heading in docs/runbook.md. Alarms of one kind share it. */
  readonly heading: string;
}

/** What decides whether an alarm is raised. */
export interface Measured {
  readonly id: string;
  /** Metrics by the id that `expression` uses. */
  readonly metrics: Readonly<Record<string, MetricRow>>;
  /**
   * Metric math over the ids. A row without an expression has one metric, whose value is compared with the threshold
   * directly.
   */
  readonly expression?: string;
  readonly periodSeconds: number;
  /** The alarm is raised at this value and above. */
  readonly threshold: number;
  /** Raised when at least `breaching` of the last `of` datapoints breach. */
  readonly datapoints: { readonly breaching: number; readonly of: number };
  /** Whether missing datapoints breach. Usually they do not, because having no traffic is not a fault. */
  readonly missing?: 'breaching';
}

export interface MetricRow {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string>>;
  /** As CloudWatch spells it: `Sum`, `Maximum`, `p90`. */
  readonly statistic: string;
}

/** Every one of the last `count` datapoints must breach. */
export const always = (count: number) => ({ breaching: count, of: count });

export const MINUTE = 60;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
