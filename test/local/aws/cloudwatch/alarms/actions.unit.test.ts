import { describe, expect, it } from '@jest/globals';
import type { AlarmDefinition } from '../../../../../local/aws/cloudformation/alarm-definition.ts';
import { createNotificationFilter } from '../../../../../local/aws/cloudwatch/alarms/actions.ts';

const text = { description: '', runbookAnchor: '', actions: ['topic'] } as const;
const PAGE: AlarmDefinition = { kind: 'composite', name: 'api', severity: 'page', rule: 'FALSE', ...text };
const SUPPRESSED: AlarmDefinition = {
  ...PAGE,
  name: 'events',
  suppressor: { name: 'api', waitMs: 120_000, extensionMs: 300_000 },
};
const PART: AlarmDefinition = { ...PAGE, name: 'part', severity: 'part', actions: [] };

/** Returns what is said in which minute, given the raised alarms of each minute. */
function said(minutes: readonly (readonly string[])[]): string[] {
  const act = createNotificationFilter();
  return minutes.flatMap((raised, minute) => {
    const states = [PAGE, SUPPRESSED, PART].map((alarm) => ({
      alarm,
      state: raised.includes(alarm.name) ? ('ALARM' as const) : ('OK' as const),
      reason: '',
    }));
    return act(states, minute * 60_000).notifying.map(({ alarm, state }) => `${minute} ${alarm.name} ${state}`);
  });
}
const BOTH = ['api', 'events'];

describe('the actions of an alarm', () => {
  it('the actions of an alarm are performed once when the alarm is raised and once when the alarm ends', () => {
    expect(said([[], ['api'], ['api'], [], []])).toEqual(['1 api ALARM', '3 api OK']);
  });

  it('an alarm without actions notifies nobody', () => {
    expect(said([['part'], []])).toEqual([]);
  });

  it('the actions of an alarm are performed after the wait period if the suppressor is not raised', () => {
    expect(said([['events'], ['events'], ['events'], []])).toEqual(['2 events ALARM', '3 events OK']);
  });

  it('the actions of an alarm are not performed if the alarm ends during the wait period', () => {
    expect(said([['events'], ['events'], [], [], []])).toEqual([]);
  });

  it('the actions of an alarm are not performed if the suppressor is raised in the wait period and stays raised', () => {
    expect(said([['events'], ['events', 'api'], BOTH, BOTH, [], []])).toEqual(['1 api ALARM', '4 api OK']);
  });

  it("the actions of an alarm are not performed if the alarm ends during the suppressor's extension period", () => {
    const after = [['events'], ['events'], ['events'], [], [], [], []];
    expect(said([BOTH, BOTH, ...after])).toEqual(['0 api ALARM', '2 api OK']);
  });

  it("the actions of an alarm are performed after the suppressor's extension period if the alarm is still raised", () => {
    const after = Array.from({ length: 6 }, () => ['events']);
    expect(said([BOTH, ...after, []])).toEqual(['0 api ALARM', '1 api OK', '5 events ALARM', '7 events OK']);
  });

  it('the actions of an alarm announce its end even if the suppressor was raised meanwhile', () => {
    const minutes = [['events'], ['events'], ['events'], BOTH, ['events'], [], [], [], [], []];
    expect(said(minutes)).toEqual(['2 events ALARM', '3 api ALARM', '4 api OK', '8 events OK']);
  });
});
