/** The input and the result of an evaluation of alarms. */
import type { AlarmDefinition, MetricId } from '../../cloudformation/alarm-definition.ts';

/**
 * What was observed of a metric at one moment. It has every sample, because sums, extremes and percentiles need them.
 */
export interface Datapoint {
  readonly metric: MetricId;
  readonly atMs: number;
  readonly values: readonly number[];
}

export type AlarmStateName = 'OK' | 'ALARM' | 'INSUFFICIENT_DATA';

export interface AlarmState {
  readonly alarm: AlarmDefinition;
  readonly state: AlarmStateName;
  /** One sentence with the values that decided the state. */
  readonly reason: string;
}

/**
 * Returns the states of all alarms at `nowMs`, in the order of the definitions. Values that are missing because they
 * are from before `startedMs` breach no alarm.
 */
export type Evaluate = (
  definitions: readonly AlarmDefinition[],
  datapoints: readonly Datapoint[],
  nowMs: number,
  startedMs?: number,
) => readonly AlarmState[];
