import type { MetricAlarm } from '@aws-sdk/client-cloudwatch';
import { describe, expect, it } from '@jest/globals';
import { stageSettings } from '../../../../lib/stages.ts';
import { writeDescription } from '../../../../shared/names/alarm-description.ts';
import { runChecks } from '../../../../tooling/acceptance/check.ts';
import { ALARM_CHECKS } from '../../../../tooling/acceptance/checks/alarm-checks.ts';
import { prodAlarms } from '../../../lib/alarms/prod.ts';
import { fakeCloudwatch } from '../../../operator/fake-clients.ts';

const TOPIC = 'arn:aws:sns:eu-west-1:000000000000:page';
const CONFIRMED = { isConfirmed: true };
const ALARM: MetricAlarm = {
  AlarmName: 'partner-lines-prod-api-5xx',
  AlarmDescription: writeDescription({ severity: 'page', impact: 'Requests fail.', runbookAnchor: 'api' }),
  ActionsEnabled: true,
  AlarmActions: [TOPIC],
  StateValue: 'OK',
};
/** Has no severity, because it only ends a rollout. */
const ROLLOUT: MetricAlarm = { AlarmName: 'partner-lines-prod-service-Rollout', ActionsEnabled: true };

interface Subscriber {
  readonly isConfirmed: boolean;
}

interface Found {
  readonly alarms?: readonly MetricAlarm[];
  readonly subscribers?: readonly Subscriber[];
  readonly stage?: string;
  readonly isLocal?: boolean;
}

async function rowsOf({
  alarms = [ALARM, ROLLOUT],
  subscribers = [CONFIRMED],
  stage: name = 'prod',
  isLocal = false,
}: Found) {
  const stage = { settings: stageSettings(name), subscribersOf: async () => subscribers };
  const asks = {
    target: {
      stackName: `partner-lines-${name}-service`,
      cloudwatch: fakeCloudwatch(({ body }) => {
        const asked = JSON.stringify(body);
        const listed = alarms.filter(({ StateValue }) => !asked.includes('INSUFFICIENT_DATA') || StateValue !== 'OK');
        return { body: { MetricAlarms: listed } };
      }),
    },
    stage: isLocal ? undefined : stage,
  };
  const rows = await Array.fromAsync(runChecks(ALARM_CHECKS, asks, { aborted: () => false }));
  return rows.map((row) => (row.status === 'ok' ? 'ok' : `${row.status}: ${row.reason}`));
}

describe('the acceptance checks of alarms', () => {
  it('the checks of alarms pass if each page and ticket has an action, data and a confirmed subscriber', async () => {
    expect(await rowsOf({})).toEqual(['ok', 'ok', 'ok']);
  });

  it('the checks of alarms pass with the alarms in the template of prod', async () => {
    const alarms = prodAlarms().alarms.map(
      ({ name, description, actions }): MetricAlarm => ({
        AlarmName: name,
        AlarmDescription: description,
        ActionsEnabled: true,
        AlarmActions: [...actions],
        StateValue: 'OK',
      }),
    );
    expect(await rowsOf({ alarms })).toEqual(['ok', 'ok', 'ok']);
  });

  it('the check that every page and ticket notifies somebody also runs on the local service', async () => {
    const alarms = [{ ...ALARM, AlarmName: 'silent', AlarmActions: [] }];
    expect(await rowsOf({ alarms, isLocal: true })).toEqual([
      'failed: these alarms notify nobody: silent',
      expect.stringMatching(/^skipped: /),
      'skipped: the local service has no subscribers',
    ]);
  });

  it.each<[string, Partial<MetricAlarm>]>([
    ['has no action', { AlarmActions: [] }],
    ['has its actions disabled', { ActionsEnabled: false }],
  ])('the checks of alarms fail if an alarm %s', async (_, changed) => {
    const [actions] = await rowsOf({ alarms: [ALARM, { ...ALARM, AlarmName: 'silent', ...changed }] });
    expect(actions).toBe('failed: these alarms notify nobody: silent');
  });

  it('the checks of alarms pass even if an alarm of severity `part` has no action', async () => {
    const about = { impact: 'Requests fail.', incident: 'incident-api', runbookAnchor: 'api' };
    const AlarmDescription = writeDescription({ severity: 'part', ...about });
    const part = { ...ALARM, AlarmName: 'part', AlarmDescription, AlarmActions: [] };
    expect(await rowsOf({ alarms: [ALARM, part] })).toEqual(['ok', 'ok', 'ok']);
  });

  it('the checks of alarms fail if a stage with on-call has only alarms that end a rollout', async () => {
    expect((await rowsOf({ alarms: [ROLLOUT] }))[0]).toBe('failed: the stage has no alarms that notify');
  });

  it('the checks of alarms fail if an alarm has insufficient data', async () => {
    const [, data] = await rowsOf({
      alarms: [ALARM, { ...ALARM, AlarmName: 'blind', StateValue: 'INSUFFICIENT_DATA' }],
    });
    expect(data).toBe('failed: these alarms have no data, so run the command again in ten minutes: blind');
  });

  it.each<[string, readonly Subscriber[]]>([
    ['has not confirmed', [CONFIRMED, { isConfirmed: false }]],
    ['is missing', []],
  ])('the checks of alarms fail if a subscriber %s', async (_, subscribers) => {
    expect((await rowsOf({ subscribers }))[2]).toMatch(
      /^failed: .*(have not confirmed the subscription|has no subscriber)$/,
    );
  });

  it('the checks of alarms are skipped on a stage without on-call', async () => {
    const reason = 'skipped: nobody is on call for this stage, so it has no alarms that notify';
    expect(await rowsOf({ stage: 'dev' })).toEqual([reason, reason, reason]);
  });
});
