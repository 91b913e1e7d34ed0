import { describe, expect, it } from '@jest/globals';
import { ACCOUNT_CONCURRENCY } from '../../../../../lib/functions/concurrency.ts';
import { calculate } from '../../../../../local/aws/cloudwatch/alarms/calculate.ts';
import { parseExpression } from '../../../../../local/aws/cloudwatch/alarms/metric-math.ts';
import type { TimeSeries } from '../../../../../local/aws/cloudwatch/alarms/time-series.ts';

const none = undefined;

/** Time series like those in CloudWatch's documentation of metric math. */
const SERIES: Readonly<Record<string, TimeSeries>> = {
  metric1: [30, 20, 0, 0],
  metric2: [20, none, 20, none],
  condition: [1, 1, 0, 0, none],
  whenTrue: [30, none, 0, 0, 30],
  whenFalse: [0, 0, 20, none, 20],
  nothing: [none, none],
};

const result = (expression: string) => calculate(parseExpression(expression), (id) => SERIES[id] ?? []);

describe('the metric math of alarms', () => {
  it.each([
    ['metric1 < metric2', [0, 0, 1, 0]],
    ['metric1 >= 30', [1, 0, 0, 0]],
    ['metric1 > 15 AND metric2 > 15', [1, 0, 0, 0]],
    ['metric1 > 15 && metric2 > 15', [1, 0, 0, 0]],
    ['metric1 > 15 || metric2 > 15', [1, 1, 1, 0]],
    ['metric1 == 0 OR metric1 != 30', [0, 1, 1, 1]],
    ['IF(condition, whenTrue, whenFalse)', [30, 0, 20, none, none]],
    ['IF(condition, 5, whenFalse)', [5, 5, 20, none, none]],
    ['IF(condition, whenTrue, 5)', [30, 0, 5, 5, none]],
    ['IF(condition, whenTrue)', [30, 0, none, none, none]],
  ])('metric math evaluates %s as CloudWatch does', (expression, expected) => {
    expect(result(expression)).toEqual(expected);
  });

  it('metric math treats a missing value as 0 if the other time series has a value at that time', () => {
    expect(result('metric1 - metric2')).toEqual([10, 20, -20, 0]);
    expect(result('nothing + nothing')).toEqual([none, none]);
  });

  it('a missing value times a constant is a missing value in metric math', () => {
    expect(result('metric2 * 2')).toEqual([40, none, 40, none]);
  });

  it('metric math replaces missing values with FILL', () => {
    expect(result('FILL(metric2, 0)')).toEqual([20, 0, 20, 0]);
    expect(result('FILL(nothing, 7)')).toEqual([7, 7]);
  });

  it("SERVICE_QUOTA in metric math is Lambda's default for concurrent executions", () => {
    expect(result('metric1 / SERVICE_QUOTA(metric2)')).toEqual(
      [30, 20, 0, 0].map((value) => value / ACCOUNT_CONCURRENCY),
    );
  });

  it('the result of dividing a time series by zero in metric math is a missing value', () => {
    expect(result('metric2 / metric1')).toEqual([20 / 30, 0, none, none]);
  });

  it.each([
    ['2 + metric1 * 3 - 1', [91, 61, 1, 1]],
    ['(2 + metric1) * 3', [96, 66, 6, 6]],
    ['100 - metric1 - 50', [20, 30, 50, 50]],
    ['-metric1 + 1.5', [-28.5, -18.5, 1.5, 1.5]],
    ['metric1 + 10 > metric2 * 2', [0, 1, 0, 1]],
  ])('metric math has the usual operator precedence: %s', (expression, expected) => {
    expect(result(expression)).toEqual(expected);
  });

  it.each(['m1 +', 'm1 m2', '(m1', 'RATE(m1)', 'METRICS()', 'm1 % 2', 'FILL(m1, REPEAT)', ''])(
    'metric math rejects syntax and functions that it does not know: %j',
    (expression) => {
      expect(() => parseExpression(expression)).toThrow(`does not understand ${expression}`);
    },
  );

  it.each(['FILL(3, 0)', 'FILL(metric1)', 'IF(1, metric1, metric2)', 'IF(metric1)', 'SERVICE_QUOTA(1)', '1 / 0'])(
    'metric math rejects unsuitable arguments: %s',
    (expression) => {
      expect(() => result(expression)).toThrow();
    },
  );
});
