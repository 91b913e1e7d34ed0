import type { AlarmDescription } from '../../../shared/names/alarm-description.ts';

export interface MetricId {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string>>;
}

export type AlarmDefinition = MetricAlarm | CompositeAlarm;

interface DescribedAlarm {
  readonly name: string;
  /** The alarm's severity, impact and heading in the runbook, as one text. */
  readonly description: string;
  readonly severity: AlarmDescription['severity'];
  /** The anchor of the alarm's heading in docs/runbook.md, without `#`. */
  readonly runbookAnchor: string;
  /** The topics that are notified when the alarm is raised. */
  readonly actions: readonly string[];
}

export interface MetricAlarm extends DescribedAlarm {
  readonly kind: 'metric';
  readonly queries: readonly Query[];
  readonly comparison: Comparison;
  readonly threshold: number;
  /** How many periods are evaluated. In `datapointsToAlarm` of these periods, the value must breach the threshold. */
  readonly evaluationPeriods: number;
  readonly datapointsToAlarm: number;
  readonly treatMissingData: MissingData;
}

export interface CompositeAlarm extends DescribedAlarm {
  readonly kind: 'composite';
  /** For example `ALARM("one") OR ALARM("two")`. The rule refers to each alarm by name or ARN. */
  readonly rule: string;
  readonly suppressor?: Suppressor;
}

/** Takes a name or an ARN, because a rule or a suppressor can refer to an alarm by either. */
export const alarmName = (named: string) => named.replace(/^arn:[^:]*:cloudwatch:[^:]*:[^:]*:alarm:/, '');

/** The alarm that suppresses a composite alarm: while it is raised, the composite alarm notifies nobody. */
interface Suppressor {
  readonly name: string;
  /** How long the composite alarm waits for its suppressor before it notifies. */
  readonly waitMs: number;
  /** How long the composite alarm still notifies nobody after its suppressor has ended. */
  readonly extensionMs: number;
}

/** One time series of an alarm. The one with `decides` is compared with the threshold. */
export type Query = MetricQuery | ExpressionQuery;

export interface MetricQuery {
  readonly kind: 'metric';
  readonly id: string;
  readonly decides: boolean;
  readonly metric: MetricId;
  /** The statistic: `Sum`, `Maximum`, `Minimum`, `Average`, `SampleCount` or a percentile such as `p99.9`. */
  readonly statistic: string;
  readonly periodSeconds: number;
}

interface ExpressionQuery {
  readonly kind: 'expression';
  readonly id: string;
  readonly decides: boolean;
  /** Metric math over the ids of the alarm's other queries. */
  readonly expression: string;
}

export type Comparison =
  | 'GreaterThanOrEqualToThreshold'
  | 'GreaterThanThreshold'
  | 'LessThanThreshold'
  | 'LessThanOrEqualToThreshold';

/**
 * How an alarm treats missing values. Our alarms do not use CloudWatch's other settings: `ignore` needs the alarm's
 * earlier state, and `missing` does not tell the person on call whether something is wrong.
 */
type MissingData = 'notBreaching' | 'breaching';
