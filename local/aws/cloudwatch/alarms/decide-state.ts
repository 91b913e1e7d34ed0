import type { Comparison, MetricAlarm } from '../../cloudformation/alarm-definition.ts';
import type { AlarmStateName } from './alarm.ts';
import type { TimeSeries } from './time-series.ts';

type Rule = Pick<
  MetricAlarm,
  'comparison' | 'threshold' | 'evaluationPeriods' | 'datapointsToAlarm' | 'treatMissingData'
>;

/**
 * How many earlier periods are read besides the evaluated periods, as in an example of CloudWatch's user guide. The
 * values of the earlier periods replace missing values.
 */
const FURTHER_BACK = 2;
export const periodsNeeded = ({ evaluationPeriods }: Pick<MetricAlarm, 'evaluationPeriods'>) =>
  evaluationPeriods + FURTHER_BACK;

/**
 * Returns the state of an alarm. The alarm is raised if `datapointsToAlarm` of the last `evaluationPeriods` values
 * breach the threshold. As in CloudWatch, older values replace missing values, and `treatMissingData` matters only if
 * values are still missing.
 */
export function decideState(
  series: TimeSeries,
  alarm: Rule,
): { readonly state: AlarmStateName; readonly reason: string } {
  const { comparison, threshold, evaluationPeriods, datapointsToAlarm, treatMissingData } = alarm;
  const there = series.filter((point) => point !== undefined).slice(-evaluationPeriods);
  const missing = evaluationPeriods - there.length;
  const breaching =
    there.filter((point) => COMPARE[comparison](point, threshold)).length +
    (treatMissingData === 'breaching' ? missing : 0);

  const isRaised = breaching >= datapointsToAlarm;
  const values = there.length === 0 ? 'no data' : there.map(rounded).join(', ');
  const seen = `${breaching} of ${evaluationPeriods} datapoints ${SIGN[comparison]} ${rounded(threshold)} (${values})`;
  return isRaised
    ? { state: 'ALARM', reason: seen }
    : { state: 'OK', reason: `${seen}; ${datapointsToAlarm} would raise the alarm` };
}

const COMPARE: Readonly<Record<Comparison, (value: number, threshold: number) => boolean>> = {
  GreaterThanOrEqualToThreshold: (value, threshold) => value >= threshold,
  GreaterThanThreshold: (value, threshold) => value > threshold,
  LessThanThreshold: (value, threshold) => value < threshold,
  LessThanOrEqualToThreshold: (value, threshold) => value <= threshold,
};
const SIGN: Readonly<Record<Comparison, string>> = {
  GreaterThanOrEqualToThreshold: '>=',
  GreaterThanThreshold: '>',
  LessThanThreshold: '<',
  LessThanOrEqualToThreshold: '<=',
};

const rounded = (value: number) => String(Math.round(value * 100) / 100);
