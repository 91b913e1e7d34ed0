import type { Severity } from '../../shared/names/alarm-description.ts';

/** One row of the alarm table: data alone, from which alarms, dashboard and the tests of the runbook are made. */
export interface AlarmRow {
  /** Ends the alarm's name, after the stage's prefix. */
  readonly id: string;
  readonly severity: Severity;
  /** What a partner notices, or will. One sentence. */
  readonly impact: string;
  /** The heading in docs/runbook.md. Alarms of one kind share it. */
  readonly heading: string;
  /** By id: what `expression` calls them. */
  readonly metrics: Readonly<Record<string, MetricRow>>;
  /** Metric math over the ids; without it there is one metric, compared as it is. */
  readonly expression?: string;
  readonly periodSeconds: number;
  /** Raised at this value and above. */
  readonly threshold: number;
  /** Of the last `of` datapoints at least `breaching`. Missing ones do not breach: no traffic is no fault. */
  readonly datapoints: { readonly breaching: number; readonly of: number };
}

export interface MetricRow {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string>>;
  /** As CloudWatch spells it: `Sum`, `Maximum`, `p90`. */
  readonly statistic: string;
}

export const always = (count: number) => ({ breaching: count, of: count });

export const MINUTE = 60;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The anchor that GitHub gives a heading of letters, digits, commas, apostrophes, hyphens and spaces. */
export const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replace(/\s/g, '-');
