import type { Expression, FunctionName, Operator } from './metric-math.ts';
import type { TimeSeries } from './time-series.ts';

type Value = number | TimeSeries;
type Point = number | undefined;

/**
 * Returns the value of an expression, by CloudWatch's rules for missing values. If both operands are time series, a
 * missing value counts as 0, unless both values are missing. A division by zero leaves a period without a value.
 * Dividing a number, not a time series, by the number 0 throws.
 */
export function calculate(expression: Expression, timeSeriesById: (id: string) => TimeSeries): Value {
  const calculated = (part: Expression) => calculate(part, timeSeriesById);
  switch (expression.type) {
    case 'Literal':
      return expression.value;
    case 'Identifier':
      return timeSeriesById(expression.name);
    case 'UnaryExpression':
      return operateOnValues(0, calculated(expression.argument), OPERATORS['-']);
    case 'BinaryExpression':
      return operateOnValues(calculated(expression.left), calculated(expression.right), OPERATORS[expression.operator]);
    case 'CallExpression':
      return CALLS[expression.callee.name](expression.arguments.map(calculated));
  }
}

type Operate = (left: number, right: number) => Point;

const asNumber = (holds: boolean) => (holds ? 1 : 0);
const and: Operate = (left, right) => asNumber(left !== 0 && right !== 0);
const or: Operate = (left, right) => asNumber(left !== 0 || right !== 0);

const OPERATORS: Readonly<Record<Operator, Operate>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => (right === 0 ? undefined : left / right),
  '==': (left, right) => asNumber(left === right),
  '!=': (left, right) => asNumber(left !== right),
  '<': (left, right) => asNumber(left < right),
  '<=': (left, right) => asNumber(left <= right),
  '>': (left, right) => asNumber(left > right),
  '>=': (left, right) => asNumber(left >= right),
  ...{ '&&': and, AND: and, '||': or, OR: or },
};

function operateOnValues(left: Value, right: Value, operate: Operate): Value {
  if (typeof left === 'number') {
    if (typeof right !== 'number')
      return right.map((point) => (point === undefined ? undefined : operate(left, point)));
    const result = operate(left, right);
    if (result === undefined) throw new Error('A number is divided by zero');
    return result;
  }
  if (typeof right === 'number') return left.map((point) => (point === undefined ? undefined : operate(point, right)));
  return left.map((point, at) => {
    const other = right[at];
    return point === undefined && other === undefined ? undefined : operate(point ?? 0, other ?? 0);
  });
}

function fillMissing([series, filler]: readonly Value[]): TimeSeries {
  if (!isTimeSeries(series) || typeof filler !== 'number') throw new Error('FILL takes a time series and a number');
  return series.map((point) => point ?? filler);
}

/**
 * Computes CloudWatch's function IF. Where the condition has no value, the result has none. Where the condition holds
 * but `then` has no value, the result is 0.
 */
function chooseByCondition([condition, then, otherwise, ...more]: readonly Value[]): TimeSeries {
  if (!isTimeSeries(condition) || then === undefined || more.length > 0) {
    throw new Error('IF takes a time series as its condition, a value for true, and a value for false');
  }
  return condition.map((point, at) => {
    if (point === undefined) return undefined;
    return point === 0 ? valueAt(otherwise, at) : (valueAt(then, at) ?? 0);
  });
}

/**
 * Lambda's default for concurrent executions (`ACCOUNT_CONCURRENCY` in `lib/functions/concurrency.ts`). It is the only
 * quota that the expressions of our alarms use.
 */
const QUOTA = 1_000;

function serviceQuota([series, ...more]: readonly Value[]): number {
  if (!isTimeSeries(series) || more.length > 0) throw new Error('SERVICE_QUOTA takes one time series');
  return QUOTA;
}

const CALLS: Readonly<Record<FunctionName, (args: readonly Value[]) => Value>> = {
  FILL: fillMissing,
  IF: chooseByCondition,
  SERVICE_QUOTA: serviceQuota,
};

const isTimeSeries = (value: Value | undefined): value is TimeSeries => Array.isArray(value);
const valueAt = (value: Value | undefined, at: number): Point => (isTimeSeries(value) ? value[at] : value);
