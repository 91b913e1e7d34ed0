import type { IncidentName } from './incidents.ts';

/** One row of the alarm table. The alarms are made from these rows. */
export type AlarmRow = Told & Measured;

/** A row of the alarm table with several windows. Its alarm is raised while every window has reached its threshold. */
export type CompositeRow = Told & { readonly windows: readonly Measured[] };

/** A ticket sends its own notification. Any other row raises its incident, which pages the person on call. */
type Notifies = { readonly severity: 'ticket' } | { readonly incident: IncidentName };

/** The texts of an alarm, which the person on call reads. */
type Told = Notifies & Text;

interface Text {
  /** The end of the alarm's name, after the prefix of the stage. */
  readonly id: string;
  /** What a partner notices, now or soon. */
  readonly impact: string;
  /** The heading in docs/runbook.md. Alarms of the same kind share it. */
  readonly heading: string;
}

/** The values and the threshold that decide whether an alarm is raised. */
export interface Measured {
  readonly id: string;
  /** The metrics, by the ids that `expression` uses. */
  readonly metrics: Readonly<Record<string, MetricRow>>;
  /** Metric math over the ids of `metrics`. Without it, the row's only metric is compared with the threshold. */
  readonly expression?: string;
  readonly periodSeconds: number;
  /** The threshold. At this value and above, a datapoint breaches. */
  readonly threshold: number;
  /** At least `breaching` of the last `of` datapoints must breach to raise the alarm. By default, one is enough. */
  readonly datapoints?: { readonly breaching: number; readonly of: number };
  /** By default, missing datapoints do not breach, because a time without traffic is not a fault. */
  readonly missing?: 'breaching';
}

export interface MetricRow {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string>>;
  /** The statistic, such as `Sum`, `Maximum` or `p90`. */
  readonly statistic: string;
}

/** Returns the condition that every one of the last `count` datapoints breaches. */
export const allDatapointsBreach = (count: number) => ({ breaching: count, of: count });

/** Returns the sum of metrics, with 0 for missing values, so that an alarm ends even if nothing is reported. */
export const sumOf = (metrics: Measured['metrics']) => ({
  metrics,
  expression: Object.keys(metrics)
    .map((id) => `FILL(${id}, 0)`)
    .join(' + '),
});

export const MINUTE = 60;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
