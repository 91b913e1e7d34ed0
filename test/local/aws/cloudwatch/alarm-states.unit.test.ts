import { describe, expect, it } from '@jest/globals';
import type { MetricAlarm } from '../../../../local/aws/cloudformation/alarm-definition.ts';
import { alarmClock, alarmStates } from '../../../../local/aws/cloudwatch/alarm-states.ts';
import type { Datapoint } from '../../../../local/aws/cloudwatch/alarms/alarm.ts';
import { evaluate } from '../../../../local/aws/cloudwatch/alarms/evaluate.ts';
import { anAlarm, aQuery } from './an-alarm.ts';

const metric = { namespace: 'AWS/SQS', name: 'Visible', dimensions: { QueueName: 'dead' } };
const DEAD_LETTERS = anAlarm({ name: 'dead-letters', queries: [aQuery(metric, { statistic: 'Maximum' })] });
const START_MS = 1_795_297_080_000;

/** Creates an alarm on a queue that the test fills. Its minutes last `minuteSeconds`. */
function world(minuteSeconds: number, askingMs = 0, change: Partial<MetricAlarm> = {}) {
  const clock = alarmClock(minuteSeconds);
  const changes: string[] = [];
  const known: Datapoint[] = [];
  let nowMs = START_MS;
  let visible = 0;
  const states = alarmStates({
    definitions: [{ ...DEAD_LETTERS, ...change }],
    evaluate,
    clock,
    nowMs: () => nowMs,
    measure: async () => {
      const values = [visible];
      nowMs += askingMs;
      return (realMs) => void known.push({ metric, atMs: clock.at(realMs), values });
    },
    datapoints: () => known,
    onChange: ({ alarm, state }, before) => void changes.push(`${alarm.name}: ${before} -> ${state}`),
  });
  return {
    changes,
    async at(second: number, messages: number) {
      nowMs = START_MS + second * 1000;
      visible = messages;
      const [alarmState] = await states.now();
      return alarmState && [alarmState.state, (alarmState.sinceMs - START_MS) / 1000];
    },
  };
}

describe('the state of an alarm', () => {
  it('an alarm can be raised in the middle of a minute', async () => {
    const { at, changes } = world(60);
    expect(await at(1, 0)).toEqual(['OK', 1]);
    expect(await at(7, 1)).toEqual(['ALARM', 7]);
    expect(await at(30, 1)).toEqual(['ALARM', 7]);
    expect(changes).toEqual(['dead-letters: INSUFFICIENT_DATA -> OK', 'dead-letters: OK -> ALARM']);
  });

  it('an alarm returns to OK only after the minute with the breaching value', async () => {
    const { at, changes } = world(60);
    await at(1, 1);
    expect(await at(59, 0)).toEqual(['ALARM', 1]);
    expect(await at(61, 0)).toEqual(['OK', 61]);
    expect(changes.at(-1)).toBe('dead-letters: ALARM -> OK');
  });

  it('a slow measurement counts for the alarm period in which the measurement ends', async () => {
    const { at } = world(1, 2_500);
    expect(await at(0.2, 1)).toEqual(['ALARM', 2.7]);
    expect(await at(2.9, 1)).toEqual(['ALARM', 2.7]);
    expect(await at(7, 0)).toEqual(['OK', 9.5]);
  });

  it('the first state of an alarm, INSUFFICIENT_DATA, dates from the start of the service', async () => {
    const { at, changes } = world(60, 0, { treatMissingData: 'breaching' });
    expect([await at(1, 0), await at(30, 0)]).toEqual(Array(2).fill(['INSUFFICIENT_DATA', 0]));
    expect(changes).toEqual([]);
  });

  it('an alarm can be evaluated with periods that are shorter than a minute', async () => {
    const { at } = world(2);
    expect(await at(0.5, 1)).toEqual(['ALARM', 0.5]);
    expect(await at(1.9, 0)).toEqual(['ALARM', 0.5]);
    expect(await at(2.1, 0)).toEqual(['OK', 2.1]);
  });
});
