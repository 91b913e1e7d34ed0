import { describe, expect, it } from '@jest/globals';
import type { AlarmDefinition } from '../../../local/aws/cloudformation/alarm-definition.ts';
import type { AlarmStateName, Datapoint } from '../../../local/aws/cloudwatch/alarms/alarm.ts';
import { evaluate } from '../../../local/aws/cloudwatch/alarms/evaluate.ts';
import { readDescription } from '../../../shared/names/alarm-description.ts';
import { courses } from './courses.ts';
import { api, lambda, MINUTE_MS, type Minute, own, PREFIX, reporterOf, TROUBLE_MS, times } from './minutes.ts';
import { prodAlarms } from './prod.ts';

const { alarms, names } = prodAlarms();

const COURSES = courses(names);
const datapointsOf = reporterOf(names);

interface Told {
  readonly minutes: number;
  readonly after?: number;
  /** The alarms that the test is about. */
  readonly to?: readonly AlarmDefinition[];
}

/** Returns the datapoints of some minutes of trouble, and of ordinary minutes before and after them. */
function reported(trouble: (minute: number) => Minute, { minutes, after = 0, to = alarms }: Told): Datapoint[] {
  const course = Array.from({ length: minutes + after }, (_, minute) => (minute < minutes ? trouble(minute) : []));
  return datapointsOf(course, [...to, ...to.flatMap(partsOf)]);
}

/** Returns the alarms in the rule of a composite alarm. */
const partsOf = (alarm: AlarmDefinition): readonly AlarmDefinition[] =>
  alarm.kind === 'composite' ? alarms.filter(({ name }) => alarm.rule.includes(`:${name}"`)) : [];

function stateOf(alarm: AlarmDefinition, datapoints: readonly Datapoint[], minutesOver: number): AlarmStateName {
  const [found] = evaluate([alarm, ...partsOf(alarm)], datapoints, TROUBLE_MS + minutesOver * MINUTE_MS);
  if (!found) throw new Error(`${alarm.name} has no state`);
  return found.state;
}

const WATCHED = alarms
  .filter(({ severity }) => severity === 'ticket' || severity === 'part')
  .map((alarm) => ({ alarm, id: alarm.name.slice(PREFIX.length) }));

describe('every alarm of stage prod', () => {
  it('`courses` has test values for exactly the alarms that are tickets or parts of an incident', () => {
    expect(WATCHED.map(({ id }) => id).sort()).toEqual(Object.keys(COURSES).sort());
  });

  it('no alarm of stage prod is raised after an ordinary half hour', () => {
    const states = evaluate(
      alarms,
      reported(() => [], { minutes: 0 }),
      TROUBLE_MS,
    );
    expect(states.filter(({ state }) => state !== 'OK')).toEqual([]);
  });

  it('no alarm of stage prod is raised before the first metric, except api-unreachable and its incident', () => {
    const raised = evaluate(alarms, [], TROUBLE_MS).filter(({ state }) => state !== 'OK');
    const ids = raised.map(({ alarm }) => alarm.name.slice(PREFIX.length));
    expect(ids).toEqual(['api-unreachable', 'incident-api']);
  });
});

describe.each(WATCHED)('the alarm $id', ({ alarm, id }) => {
  const course = COURSES[id];
  if (!course) throw new Error(`There is no course for ${id}`);
  const { trouble, spared, raisedAfter, overAfter } = course;

  it(`the alarm ${id} is raised after exactly ${raisedAfter} min of trouble`, () => {
    const datapoints = reported(trouble, { minutes: raisedAfter, to: [alarm] });
    expect(stateOf(alarm, datapoints, raisedAfter - 1)).toBe('OK');
    expect(stateOf(alarm, datapoints, raisedAfter)).toBe('ALARM');
  });

  it(`the alarm ${id} returns to OK after exactly ${overAfter} min without trouble`, () => {
    const datapoints = reported(trouble, { minutes: raisedAfter, after: overAfter + 60, to: [alarm] });
    const stateAfter = (minutes: number) => stateOf(alarm, datapoints, raisedAfter + minutes);
    expect(stateAfter(overAfter - 1)).toBe('ALARM');
    expect([overAfter, overAfter + 1, overAfter + 60].map(stateAfter)).toEqual(['OK', 'OK', 'OK']);
  });

  it(`the alarm ${id} is not raised by values that it must tolerate`, () => {
    const minutes = 3 * raisedAfter + 60;
    const datapoints = reported(spared, { minutes, to: [alarm] });
    const states = Array.from({ length: minutes }, (_, minute) => stateOf(alarm, datapoints, minute + 1));
    expect(states).not.toContain('ALARM');
  });

  const incident = readDescription(alarm.description)?.incident;
  it(
    incident === undefined
      ? `the alarm ${id} raises no incident`
      : `the alarm ${id} raises ${incident} and no other incident`,
    () => {
      const states = evaluate(
        alarms,
        reported(trouble, { minutes: raisedAfter }),
        TROUBLE_MS + raisedAfter * MINUTE_MS,
      );
      const raised = states.filter(({ alarm: { severity }, state }) => severity === 'page' && state === 'ALARM');
      expect(raised.map(({ alarm: { name } }) => name.slice(PREFIX.length))).toEqual(incident ? [incident] : []);
    },
  );
});

describe('errors and gaps in traffic that raise no page', () => {
  const raised = (trouble: (minute: number) => Minute, minutes: number) =>
    evaluate(alarms, reported(trouble, { minutes }), TROUBLE_MS + minutes * MINUTE_MS)
      .filter(({ alarm, state }) => state === 'ALARM' && alarm.severity !== 'window')
      .map(({ alarm }) => alarm.name.slice(PREFIX.length));

  it('502 and 503 responses that the contract defines raise only a ticket', () => {
    const rejection = (): Minute => [
      [api('Count'), times(20, 1)],
      [api('5XXError'), times(20, 1)],
      [own('Expected5xx'), times(20, 1)],
    ];
    expect(raised(rejection, 30)).toEqual(['api-expected-5xx']);
  });

  it('two failed requests every ten minutes raise no alarm', () => {
    const few = (minute: number): Minute => [
      [api('Count'), minute % 10 === 0 ? [1, 1] : []],
      [api('4XXError'), []],
      [api('5XXError'), minute % 10 === 0 ? [1, 1] : []],
    ];
    expect(raised(few, 60)).toEqual([]);
  });

  it('nineteen failed and nineteen successful requests in an hour raise no alarm', () => {
    const few = (minute: number): Minute => [
      [api('Count'), minute % 3 === 0 ? [1, 1] : []],
      [api('4XXError'), minute % 3 === 0 ? [0, 0] : []],
      [api('5XXError'), minute % 3 === 0 ? [1, 0] : []],
    ];
    expect(raised(few, 57)).toEqual([]);
  });

  it('one failed first attempt every ten minutes raises no alarm', () => {
    const few = (minute: number): Minute => [
      [own('FirstAttempts'), minute % 10 === 0 ? [1] : []],
      [own('FirstAttemptsFailed'), minute % 10 === 0 ? [1] : []],
    ];
    expect(raised(few, 60)).toEqual([]);
  });

  it('no alarm is raised if neither sweep nor deliver-webhook has been invoked', () => {
    const fresh = (): Minute => [
      [lambda('sweep', 'Invocations'), []],
      [lambda('deliver-webhook', 'Invocations'), []],
    ];
    expect(raised(fresh, 60)).toEqual([]);
  });
});
