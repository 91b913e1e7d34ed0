import { describe, expect, it } from '@jest/globals';
import type {
  AlarmDefinition,
  CompositeAlarm,
  MetricAlarm,
  Query,
} from '../../../../../local/aws/cloudformation/alarm-definition.ts';
import type { Datapoint } from '../../../../../local/aws/cloudwatch/alarms/alarm.ts';
import { evaluate } from '../../../../../local/aws/cloudwatch/alarms/evaluate.ts';
import { anAlarm, aQuery } from '../an-alarm.ts';

const MINUTE_MS = 60_000;
const NOON_MS = Date.parse('2026-01-01T12:00:00.000Z');

const requests = { namespace: 'Test', name: 'Requests', dimensions: { api: 'a', stage: 's' } };
const failures = { ...requests, name: 'Failures' };

const metric = (about: Parameters<typeof aQuery>[1] = {}) => aQuery(requests, about);
const expression = (text: string): Query => ({ kind: 'expression', id: 'e1', decides: true, expression: text });

const described = { description: '', severity: 'page', runbookAnchor: 'x', actions: [] } as const;
const alarm = (about: Partial<MetricAlarm> = {}) => anAlarm({ queries: [metric()], threshold: 5, ...about });
const composite = (name: string, rule: string): CompositeAlarm => ({ kind: 'composite', name, ...described, rule });

/** Returns samples from `minutesBefore` minutes before noon. */
const seen = (minutesBefore: number, values: readonly number[], of = requests): Datapoint => ({
  metric: of,
  atMs: NOON_MS - minutesBefore * MINUTE_MS,
  values,
});
const stateOf = (definition: AlarmDefinition, datapoints: readonly Datapoint[], nowMs = NOON_MS) =>
  evaluate([definition], datapoints, nowMs)[0]?.state;

describe('an alarm on one metric', () => {
  it.each([
    ['Sum', [1, 2, 3], 6],
    ['Average', [1, 2, 6], 3],
    ['Minimum', [3, 1, 2], 1],
    ['Maximum', [3, 1, 2], 3],
    ['SampleCount', [9, 9], 2],
    ['p50', [4, 1, 3, 2], 2],
    ['p90', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 9],
    ['p99', [1, 2, 3], 3],
    ['p99.9', [5], 5],
  ])('the statistic %s of the values %j is %d', (statistic, values, expected) => {
    const [at] = evaluate([alarm({ queries: [metric({ statistic })] })], [seen(1, values)], NOON_MS);
    expect(at?.reason).toContain(`(${expected})`);
  });

  it('an alarm on a sum adds up all values that were reported within a period', () => {
    const within = [seen(1, [2]), seen(0.5, [3])];
    expect(stateOf(alarm(), within)).toBe('ALARM');
  });

  it('an alarm on one metric ignores the values of a minute that ends after the time of the evaluation', () => {
    const datapoints = [seen(0, [100])];
    expect(stateOf(alarm(), datapoints, NOON_MS + 59_999)).toBe('OK');
    expect(stateOf(alarm(), datapoints, NOON_MS + MINUTE_MS)).toBe('ALARM');
  });

  it('an alarm with a period of five minutes is evaluated every minute', () => {
    const over5Minutes = alarm({ queries: [metric({ periodSeconds: 300 })] });
    const datapoints = [seen(1, [3]), seen(-1, [2])];
    expect(stateOf(over5Minutes, datapoints)).toBe('OK');
    expect(stateOf(over5Minutes, datapoints, NOON_MS + 2 * MINUTE_MS)).toBe('ALARM');
  });

  it('an alarm ignores metrics with other dimension values', () => {
    const elsewhere = { ...requests, dimensions: { api: 'a', stage: 'other' } };
    const same = { ...requests, dimensions: { stage: 's', api: 'a' } };
    expect(stateOf(alarm(), [seen(1, [9], elsewhere)])).toBe('OK');
    expect(stateOf(alarm(), [seen(1, [9], same)])).toBe('ALARM');
  });

  it('an alarm with an unknown statistic is rejected', () => {
    expect(() => stateOf(alarm({ queries: [metric({ statistic: 'tm90' })] }), [])).toThrow('tm90');
  });
});

describe('an alarm on metric math', () => {
  const rate = (...queries: Query[]) => alarm({ queries });
  const both = [metric({ decides: false }), metric({ id: 'm2', decides: false, metric: failures })];

  it('an alarm on metric math compares its threshold with the time series that has ReturnData', () => {
    const failing = rate(...both, expression('IF(m1 >= 10, 100 * FILL(m2, 0) / m1, 0)'));
    expect(stateOf(failing, [seen(1, [10]), seen(1, [1], failures)])).toBe('ALARM');
    expect(stateOf(failing, [seen(1, [9]), seen(1, [9], failures)])).toBe('OK');
    expect(stateOf(failing, [seen(1, [10])])).toBe('OK');
  });

  it('an expression of an alarm can use the result of another expression', () => {
    const sum: Query = { kind: 'expression', id: 'sum', decides: false, expression: 'm1 + m2' };
    expect(stateOf(rate(...both, sum, expression('sum * 2')), [seen(1, [2]), seen(1, [1], failures)])).toBe('ALARM');
  });

  it.each([
    ['a rule in which no time series has ReturnData', both, '0 of its metrics and expressions set ReturnData to true'],
    [
      'a reference to a time series that does not exist',
      [...both, expression('m3')],
      'no metric or expression with the id m3',
    ],
    ['a number as its result', [...both, expression('1 + 1')], 'not a time series'],
    ['metrics of different periods', [...both, metric({ id: 'm3', periodSeconds: 300 })], 'the same period'],
  ])('an alarm on metric math rejects %s', (_what, queries, sentence) => {
    expect(() => stateOf(rate(...queries), [])).toThrow(sentence);
  });
});

describe('a composite alarm', () => {
  const busy = alarm({ name: 'busy' });
  const failing = alarm({ name: 'failing', queries: [metric({ metric: failures })] });
  const isBusy = [seen(1, [9])];

  it.each([
    ['ALARM("busy") OR ALARM("failing")', 'ALARM'],
    ['ALARM("busy") AND ALARM("failing")', 'OK'],
    ['ALARM("busy") AND NOT ALARM("failing")', 'ALARM'],
    ['(OK("busy") OR OK("failing")) AND ALARM("busy")', 'ALARM'],
    ['INSUFFICIENT_DATA("busy") OR FALSE', 'OK'],
    ['TRUE AND ALARM("arn:aws:cloudwatch:eu-west-1:000000000000:alarm:busy")', 'ALARM'],
  ])(
    'a composite alarm with the rule %s is in the state %s while "busy" is raised and "failing" is not',
    (rule, expected) => {
      expect(evaluate([composite('both', rule), busy, failing], isBusy, NOON_MS)[0]?.state).toBe(expected);
    },
  );

  it('the reason of a composite alarm contains the names of the raised alarms', () => {
    const [health] = evaluate([composite('both', 'ALARM("busy") OR ALARM("failing")'), busy, failing], isBusy, NOON_MS);
    expect(health?.reason).toBe('raised: busy');
  });

  it('a composite alarm cannot depend on itself', () => {
    const over = [composite('top', 'ALARM("both")'), composite('both', 'ALARM("busy")'), busy];
    expect(evaluate(over, isBusy, NOON_MS).map(({ state }) => state)).toEqual(['ALARM', 'ALARM', 'ALARM']);
    const round = [composite('one', 'ALARM("two")'), composite('two', 'ALARM("one")')];
    expect(() => evaluate(round, [], NOON_MS)).toThrow('depends on itself');
  });

  it.each(['ALARM("gone")', 'ALARM(busy)', 'ALARM("busy") ALARM("busy")', 'ALARM("busy") XOR TRUE', 'ALARM("busy"'])(
    'a composite alarm rejects a rule that it cannot evaluate: %s',
    (rule) => {
      expect(() => evaluate([composite('both', rule), busy], [], NOON_MS)).toThrow();
    },
  );
});
