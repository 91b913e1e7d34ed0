import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { type Asked, fakeCloudwatch } from '../fake-clients.ts';
import { operatorWorld } from '../operator-world.ts';

const SINCE_UNIX_SECONDS = 1_795_297_097;
const SINCE = '2026-11-21T21:38:17.000Z';

const alarm = (name: string, StateValue: string, AlarmDescription: string) => ({
  AlarmName: `partner-lines-dev-${name}`,
  AlarmDescription,
  StateValue,
  StateReason: '1 of 1',
  StateTransitionedTimestamp: SINCE_UNIX_SECONDS,
});
const ALARMS = [
  alarm('latency', 'OK', 'TICKET: Slow responses. Runbook: docs/runbook.md#the-api-is-slow'),
  alarm('exhausted', 'ALARM', 'TICKET: A partner has lost events. Runbook: docs/runbook.md#deliveries-are-given-up'),
  alarm('dead-letters', 'ALARM', 'PAGE: An event comes late. Runbook: docs/runbook.md#dead-letters'),
  alarm('by-hand', 'INSUFFICIENT_DATA', 'An alarm made by hand'),
];

async function world(alarms: readonly object[] = ALARMS) {
  const asked: unknown[] = [];
  const cloudwatch = fakeCloudwatch(({ body }: Asked) => {
    asked.push(body);
    const isSecondPage = asked.length > 1;
    return {
      body: isSecondPage
        ? { CompositeAlarms: alarms.slice(2) }
        : { MetricAlarms: alarms.slice(0, 2), NextToken: 'more' },
    };
  });
  return { asked, ...(await operatorWorld({ parts: { cloudwatch } })) };
}

describe('the command `alarms`', () => {
  it('the command `alarms` lists raised alarms before other alarms, and pages before tickets', async () => {
    const { json, asked } = await world();
    expect(await json('alarms')).toEqual([
      {
        name: 'partner-lines-dev-dead-letters',
        state: 'ALARM',
        since: SINCE,
        severity: 'page',
        incident: null,
        suppressor: null,
        impact: 'An event comes late.',
        runbook: 'docs/runbook.md#dead-letters',
        reason: '1 of 1',
      },
      expect.objectContaining({ name: 'partner-lines-dev-exhausted', state: 'ALARM', severity: 'ticket' }),
      expect.objectContaining({
        name: 'partner-lines-dev-by-hand',
        state: 'INSUFFICIENT_DATA',
        severity: null,
        impact: 'An alarm made by hand',
        runbook: null,
      }),
      expect.objectContaining({ name: 'partner-lines-dev-latency', state: 'OK' }),
    ]);
    const AlarmTypes = ['MetricAlarm', 'CompositeAlarm'];
    expect(asked).toMatchObject([
      { AlarmNamePrefix: 'partner-lines-dev-', AlarmTypes },
      { AlarmNamePrefix: 'partner-lines-dev-', AlarmTypes, NextToken: 'more' },
    ]);
  });

  it('the command `alarms` omits the windows of burn rates', async () => {
    const window = alarm('late-long', 'ALARM', 'WINDOW: This is a window of late. Runbook: docs/runbook.md#late');
    const { json } = await world([window, ...ALARMS.slice(0, 1)]);
    expect(await json('alarms')).toMatchObject([{ name: 'partner-lines-dev-latency' }]);
  });

  it('the command `alarms` lists an incident first, and then its raised parts', async () => {
    const part = alarm('api-5xx', 'ALARM', 'PART: Requests fail. Pages as incident-api. Runbook: docs/runbook.md#500');
    const incident = alarm('incident-api', 'ALARM', 'PAGE: The API fails. Runbook: docs/runbook.md#an-incident');
    const { json } = await world([part, incident]);
    expect(await json('alarms')).toMatchObject([
      { name: 'partner-lines-dev-incident-api', severity: 'page', incident: null },
      { name: 'partner-lines-dev-api-5xx', severity: 'part', incident: 'incident-api', impact: 'Requests fail.' },
    ]);
    const { run } = await world([part, incident]);
    expect((await run('alarms')).out).toContain('part of incident-api');
  });

  it('an alarm counts as part of another alarm while the other alarm suppresses its actions', async () => {
    // The first page of the fake has two metric alarms, the second the composite one.
    const calls = (ActionsSuppressedBy: string) => [
      ...ALARMS.slice(0, 2),
      {
        ...alarm('incident-calls', 'ALARM', 'PAGE: Calls are missed. Runbook: docs/runbook.md#an-incident'),
        ActionsSuppressor: 'arn:aws:cloudwatch:eu-west-1:000000000000:alarm:partner-lines-dev-incident-api',
        ActionsSuppressedBy,
      },
    ];
    const { json } = await world(calls('Alarm'));
    expect(await json('alarms')).toContainEqual(
      expect.objectContaining({ severity: 'page', suppressor: 'partner-lines-dev-incident-api' }),
    );
    const { run } = await world(calls('Alarm'));
    expect((await run('alarms')).out).toContain('part of partner-lines-dev-incident-api');
    const waiting = await world(calls('WaitPeriod'));
    expect(await waiting.json('alarms')).toContainEqual(
      expect.objectContaining({ severity: 'page', suppressor: null }),
    );
  });

  it('the command `alarms` can list the alarms of one state', async () => {
    const { json, asked } = await world(ALARMS.slice(0, 1));
    expect(await json('alarms', '--state', 'OK')).toMatchObject([{ name: 'partner-lines-dev-latency' }]);
    expect(asked[0]).toMatchObject({ StateValue: 'OK' });
    const { code, err } = await (await world()).run('alarms', '--state', 'RED');
    expect([code, err]).toEqual([2, 'error: --state: must be one of ALARM, INSUFFICIENT_DATA, OK\n']);
  });

  it('the command `alarms` prints how many alarms are not raised', async () => {
    const text = async (alarms: readonly object[]) => {
      const { run } = await world(alarms);
      return stripVTControlCharacters((await run('alarms')).out).replaceAll(/ +/g, ' ');
    };
    expect(await text(ALARMS)).toBe(
      [
        'name state since severity impact runbook',
        `partner-lines-dev-dead-letters ALARM ${SINCE} page An event comes late. docs/runbook.md#dead-letters`,
        `partner-lines-dev-exhausted ALARM ${SINCE} ticket A partner has lost events. docs/runbook.md#deliveries-are-given-up`,
        '',
        'Alarms that are not raised: 2. To list the alarms in state OK, add --state OK.',
        '',
      ].join('\n'),
    );
    expect(await text(ALARMS.slice(0, 1))).toBe(
      'Alarms that are not raised: 1. To list the alarms in state OK, add --state OK.\n',
    );
  });
});
