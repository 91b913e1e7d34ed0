import type { AlarmDefinition, MetricId } from '../../cloudformation/alarm-definition.ts';

/**
 * The samples of a metric from one moment or one minute, or the sum of these samples. Extremes and percentiles need the
 * samples.
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
  /** The reason for the state, as text. */
  readonly reason: string;
}

/**
 * Returns the states of all alarms at `nowMs`, in the order of the definitions. An alarm that missing values would
 * raise is INSUFFICIENT_DATA until all its periods are after `startedMs`.
 */
export type Evaluate = (
  definitions: readonly AlarmDefinition[],
  datapoints: readonly Datapoint[],
  nowMs: number,
  startedMs?: number,
) => readonly AlarmState[];
