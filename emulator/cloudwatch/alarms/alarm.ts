/** What alarms are evaluated on, and what comes of it. */
import type { AlarmDefinition, MetricId } from '../../cloudformation/alarm-definition.ts';

/** What was observed of a metric at one moment: every sample, so that sums, extremes and percentiles can be taken. */
export interface Datapoint {
  readonly metric: MetricId;
  readonly atMs: number;
  readonly values: readonly number[];
}

export type AlarmStateName = 'OK' | 'ALARM' | 'INSUFFICIENT_DATA';

export interface AlarmState {
  readonly alarm: AlarmDefinition;
  readonly state: AlarmStateName;
  /** One sentence with the values that decided. */
  readonly reason: string;
}

/** The states of all alarms at `nowMs`, in the order of the definitions. */
export type Evaluate = (
  definitions: readonly AlarmDefinition[],
  datapoints: readonly Datapoint[],
  nowMs: number,
) => readonly AlarmState[];
