import { describe, expect, it } from '@jest/globals';
import type { MetricAlarm } from '../../../../../local/aws/cloudformation/alarm-definition.ts';
import { decideState, periodsNeeded } from '../../../../../local/aws/cloudwatch/alarms/decide-state.ts';
import { anAlarm } from '../an-alarm.ts';

/** In a drawing, `0` does not breach, `X` does and `-` is missing. The newest datapoint is on the right. */
const series = (drawn: string) => drawn.split(' ').map((point) => ({ '0': 0, X: 10 })[point]);

const rule = (datapointsToAlarm: number, treatMissingData: MetricAlarm['treatMissingData']) =>
  anAlarm({ threshold: 5, evaluationPeriods: 3, datapointsToAlarm, treatMissingData });

describe('an alarm that needs n of m datapoints', () => {
  it('an alarm with three evaluation periods reads the last five periods', () => {
    expect(periodsNeeded({ evaluationPeriods: 3 })).toBe(5);
  });

  // Rows of the tables in CloudWatch's user guide: 3 of 3, then 2 of 3.
  it.each([
    [3, '0 - X - X', 'OK', 'OK'],
    [3, '0 - - - -', 'OK', 'OK'],
    [3, '- - - - -', 'ALARM', 'OK'],
    [3, '0 X X - X', 'ALARM', 'ALARM'],
    [3, '- - X - -', 'ALARM', 'OK'],
    [3, '- - - - X', 'ALARM', 'OK'],
    [2, '0 - X - X', 'ALARM', 'ALARM'],
    [2, '0 0 X 0 X', 'ALARM', 'ALARM'],
    [2, '0 - X - -', 'ALARM', 'OK'],
    [2, '- - - - 0', 'ALARM', 'OK'],
    [2, '- - - X -', 'ALARM', 'OK'],
  ] as const)(
    'for an alarm on %i of 3 datapoints, the values %s lead to %s if missing data breaches, otherwise to %s',
    (count, drawn, ifBreaching, ifNot) => {
      expect(decideState(series(drawn), rule(count, 'breaching')).state).toBe(ifBreaching);
      expect(decideState(series(drawn), rule(count, 'notBreaching')).state).toBe(ifNot);
    },
  );

  it('an alarm with three evaluation periods ignores older values if all three have a value', () => {
    expect(decideState(series('X X 0 0 0'), rule(2, 'notBreaching')).state).toBe('OK');
  });

  it.each([
    ['GreaterThanOrEqualToThreshold', [false, true, true]],
    ['GreaterThanThreshold', [false, false, true]],
    ['LessThanThreshold', [true, false, false]],
    ['LessThanOrEqualToThreshold', [true, true, false]],
  ] as const)('an alarm compares a value with its threshold by the operator %s', (comparison, expected) => {
    const alarm = { ...rule(1, 'notBreaching'), evaluationPeriods: 1, comparison };
    expect([4.9, 5, 5.1].map((value) => decideState([value], alarm).state === 'ALARM')).toEqual(expected);
  });

  it("the reason of an alarm's state says how many values breach", () => {
    expect(decideState([10, 5, 0], rule(2, 'notBreaching')).reason).toBe('2 of 3 datapoints >= 5 (10, 5, 0)');
    expect(decideState([10, 0, 0], rule(2, 'notBreaching')).reason).toBe(
      '1 of 3 datapoints >= 5 (10, 0, 0); 2 would raise the alarm',
    );
    expect(decideState([], rule(2, 'notBreaching')).reason).toContain('no data');
  });
});
