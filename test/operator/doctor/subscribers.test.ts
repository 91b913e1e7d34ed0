import { describe, expect, it } from '@jest/globals';
import { SERVICE_CHECKS } from '../../../operator/doctor/service-checks.ts';
import type { Subscribers } from '../../../operator/target.ts';
import { fakeCloudwatch } from '../fake-clients.ts';
import { operatorWorld } from '../operator-world.ts';

const TOPIC = 'arn:aws:sns:eu-west-1:000000000000:page';

/** Runs the check on a stage whose topic has these subscribers; on the local service without any. */
async function found(subscribers?: Subscribers, AlarmActions = [TOPIC]) {
  const check = SERVICE_CHECKS.find(({ name }) => name === 'subscribers of alarms');
  const alarm = { AlarmName: 'partner-lines-dev-incident-api', AlarmActions };
  const { target } = await operatorWorld({
    parts: {
      cloudwatch: fakeCloudwatch(() => ({ body: { CompositeAlarms: [alarm] } })),
      ...(subscribers && { subscribersOf: async () => subscribers }),
    },
  });
  return check?.run(target);
}

describe('how the command `doctor` checks subscribers of alarms', () => {
  it('the command `doctor` reports no problem if all subscribers of alarms have confirmed, or on the local service', async () => {
    expect(await found({ confirmed: 2, pending: 0 })).toEqual({ ok: true });
    expect(await found()).toMatchObject({ ok: true });
    expect(await found({ confirmed: 0, pending: 0 }, [])).toMatchObject({ ok: true });
  });

  it.each([
    ['has not confirmed', { confirmed: 1, pending: 1 }, `1 subscribers of ${TOPIC} have not confirmed`],
    ['is the only one and has not confirmed', { confirmed: 0, pending: 1 }, 'no confirmed subscriber'],
    ['is missing', { confirmed: 0, pending: 0 }, 'no confirmed subscriber'],
  ])('the command `doctor` reports a problem if a subscriber of alarms %s', async (_, subscribers, finding) => {
    expect(await found(subscribers)).toMatchObject({ ok: false, finding: expect.stringContaining(finding) });
  });
});
