import type {
  AlarmDefinition,
  CompositeAlarm,
  MetricAlarm,
  MetricId,
  MetricQuery,
  Query,
} from '../../cloudformation/alarm-definition.ts';
import type { AlarmState, Datapoint, Evaluate } from './alarm.ts';
import { calculate } from './calculate.ts';
import { isRuleTrue } from './composite.ts';
import { decideState, periodsNeeded } from './decide-state.ts';
import { parseExpression } from './metric-math.ts';
import { datapointFinder, type Periods, type TimeSeries, timeSeriesOf } from './time-series.ts';

interface Times {
  readonly endMs: number;
  readonly startedMs: number;
}
type FindDatapoints = (metric: MetricId) => readonly Datapoint[];

/** CloudWatch evaluates our alarms once a minute, over whole minutes. */
const MINUTE_MS = 60_000;

export const evaluate: Evaluate = (definitions, datapoints, nowMs, startedMs = Number.NEGATIVE_INFINITY) => {
  const find = datapointFinder(datapoints);
  const endMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
  const known = new Map<string, AlarmState>();
  const stateOf = (alarm: AlarmDefinition, asked: readonly string[] = []): AlarmState => {
    const state =
      known.get(alarm.name) ??
      (alarm.kind === 'metric'
        ? stateOfMetricAlarm(alarm, find, { endMs, startedMs })
        : stateOfCompositeAlarm(alarm, (name) => stateOf(alarmNamed(definitions, name, asked), [...asked, name])));
    known.set(alarm.name, state);
    return state;
  };
  return definitions.map((alarm) => stateOf(alarm));
};

function alarmNamed(definitions: readonly AlarmDefinition[], name: string, asked: readonly string[]): AlarmDefinition {
  const alarm = definitions.find((candidate) => candidate.name === name);
  if (!alarm) throw new Error(`No alarm is called ${name}`);
  if (asked.includes(name)) throw new Error(`The alarm ${name} depends on itself`);
  return alarm;
}

function stateOfCompositeAlarm(alarm: CompositeAlarm, stateOf: (name: string) => AlarmState): AlarmState {
  const raised: string[] = [];
  const holds = isRuleTrue(alarm.rule, (name) => {
    const { state } = stateOf(name);
    if (state === 'ALARM') raised.push(name);
    return state;
  });
  const reason = raised.length === 0 ? 'no alarm in its rule is raised' : `raised: ${raised.join(', ')}`;
  return { alarm, state: holds ? 'ALARM' : 'OK', reason };
}

function stateOfMetricAlarm(alarm: MetricAlarm, find: FindDatapoints, { endMs, startedMs }: Times): AlarmState {
  const periods = { endMs, periodMs: periodMsOf(alarm), length: periodsNeeded(alarm) };
  const isNew = endMs - startedMs < periods.length * periods.periodMs;
  if (isNew && alarm.treatMissingData === 'breaching')
    return { alarm, state: 'INSUFFICIENT_DATA', reason: 'the service has not run long enough to report values' };
  const deciding = alarm.queries.filter(({ decides }) => decides);
  const [query] = deciding;
  if (!query || deciding.length > 1)
    throw new Error(
      `${alarm.name}: ${deciding.length} of its metrics and expressions set ReturnData to true, but exactly one must`,
    );
  return { alarm, ...decideState(timeSeriesById(alarm, find, periods)(query.id), alarm) };
}

/**
 * Returns a function that computes a time series of the alarm by id. For an expression, the function first computes the
 * series to which the expression refers.
 */
function timeSeriesById(
  { name, queries }: MetricAlarm,
  find: FindDatapoints,
  periods: Periods,
): (id: string) => TimeSeries {
  const byId = new Map(queries.map((query) => [query.id, query]));
  const series = (query: Query): TimeSeries => {
    if (query.kind === 'metric') return timeSeriesOf(query, find(query.metric), periods);
    const result = calculate(parseExpression(query.expression), lookUp);
    if (typeof result === 'number') throw new Error(`${name}: ${query.expression} is a number, not a time series`);
    return result;
  };
  const lookUp = (id: string): TimeSeries => {
    const query = byId.get(id);
    if (!query) throw new Error(`${name} has no metric or expression with the id ${id}`);
    return series(query);
  };
  return lookUp;
}

function periodMsOf({ name, queries }: MetricAlarm): number {
  const isMetric = (query: Query): query is MetricQuery => query.kind === 'metric';
  const [period, ...others] = new Set(queries.filter(isMetric).map(({ periodSeconds }) => periodSeconds));
  if (period === undefined || others.length > 0) throw new Error(`${name}: all its metrics must have the same period`);
  return period * 1000;
}
