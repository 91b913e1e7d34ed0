import { describe, expect, it } from '@jest/globals';
import type { AlarmDefinition } from '../../../local/aws/cloudformation/alarm-definition.ts';
import { createNotificationFilter } from '../../../local/aws/cloudwatch/alarms/actions.ts';
import { evaluate } from '../../../local/aws/cloudwatch/alarms/evaluate.ts';
import { metricKey } from '../../../local/aws/cloudwatch/alarms/time-series.ts';
import type { Incident } from './incident.ts';
import { incidents } from './incidents.ts';
import { MINUTE_MS, type Minute, metricsOf, PREFIX, reporterOf, TROUBLE_MS } from './minutes.ts';
import { prodAlarms } from './prod.ts';

const { alarms, names } = prodAlarms();
const datapointsOf = reporterOf(names);
const ORDINARY_AFTER = 60;

interface Notice {
  readonly alarm: string;
  readonly state: string;
  /** From the first minute of the trouble. */
  readonly minute: number;
}

/** Returns every notice that somebody gets from the first minute of trouble to an hour after the last. */
function noticesOf({ trouble, aftermath = () => [], lasts }: Incident): Notice[] {
  const minutes = Array.from({ length: lasts + ORDINARY_AFTER }, (_, minute) =>
    minute < lasts ? trouble(minute) : aftermath(minute - lasts),
  );
  const watched = concerned(minutes);
  const datapoints = datapointsOf(minutes, watched);
  const act = createNotificationFilter();
  return minutes.flatMap((_, index) => {
    const minute = index + 1;
    const endMs = TROUBLE_MS + minute * MINUTE_MS;
    const { notifying } = act(evaluate(watched, datapoints, endMs), endMs);
    return notifying.map(({ alarm, state }) => ({ alarm: alarm.name.slice(PREFIX.length), state, minute }));
  });
}

/** Replaces the alarms that the trouble cannot change. The test of ordinary minutes shows that they are not raised. */
function concerned(minutes: readonly Minute[]): AlarmDefinition[] {
  const changed = new Set(minutes.flat().map(([metric]) => metricKey(metric)));
  return alarms.map((alarm) => {
    if (alarm.kind === 'composite') return alarm;
    if (metricsOf(alarm).some((metric) => changed.has(metricKey(metric)))) return alarm;
    const { name, description, severity, runbookAnchor, actions } = alarm;
    return { kind: 'composite', name, description, severity, runbookAnchor, actions, rule: 'FALSE' };
  });
}

const isPage = (id: string) => id.startsWith('incident-');

describe.each(incidents(names))('the alarms when $what', (incident) => {
  const notices = noticesOf(incident);
  const begun = notices.filter(({ state }) => state === 'ALARM');
  const pages = incident.notifies.filter(isPage);
  const tickets = incident.notifies.filter((id) => !isPage(id));

  it(
    pages.length === 0
      ? `nobody is paged if ${incident.what}`
      : `${pages} notifies once at the beginning and once at the end if ${incident.what}`,
    () => {
      const paged = notices.filter(({ alarm }) => isPage(alarm));
      expect(paged.map(({ alarm, state }) => [alarm, state])).toEqual(
        pages.flatMap((id) => [
          [id, 'ALARM'],
          [id, 'OK'],
        ]),
      );
    },
  );

  it(`the first notification is sent at most ${incident.within} min after the beginning if ${incident.what}`, () => {
    const first = begun.find(({ alarm }) => (pages.length === 0 ? tickets : pages).includes(alarm));
    expect(first?.minute).toBeLessThanOrEqual(incident.within);
  });

  for (const ticket of tickets)
    it(`the ticket ${ticket} is opened only once if ${incident.what}`, () => {
      expect(begun.filter(({ alarm }) => alarm === ticket)).toHaveLength(1);
    });

  if (pages.length === 0)
    it(`exactly these tickets are opened if ${incident.what}: ${tickets}`, () => {
      expect([...new Set(begun.map(({ alarm }) => alarm))].sort()).toEqual([...tickets].sort());
    });
});

it('the table of incidents includes every alarm that pages', () => {
  const inTable = new Set(incidents(names).flatMap(({ notifies }) => notifies.filter(isPage)));
  const inStack = alarms.filter(({ severity }) => severity === 'page').map(({ name }) => name.slice(PREFIX.length));
  expect([...inTable].sort()).toEqual(inStack.sort());
});
