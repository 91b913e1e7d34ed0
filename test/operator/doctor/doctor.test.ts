import { describe, expect, it } from '@jest/globals';
import { MAPPING_NAMES } from '../../../operator/commands/mapping.ts';
import { QUEUE_NAMES } from '../../../operator/console/protocol/queues.ts';
import { CHECKED_FUNCTIONS } from '../../../operator/doctor/service-checks.ts';
import { ofEarlierVersion } from '../operator-world.ts';
import { doctor, fault, type Stack, withSubscribers } from './doctor-world.ts';

describe('the command `doctor`', () => {
  it('the command `doctor` ends with exit code 0 if all checks pass', async () => {
    const { code, err, findings, bad } = await doctor();
    expect([code, err, bad]).toEqual([0, '', []]);
    expect(findings.map(({ check }) => check)).toEqual([
      'API',
      ...Object.keys(CHECKED_FUNCTIONS).map((name) => `function ${name}`),
      ...['line-for-call responds', 'record-call responds', 'signing key'],
      ...['alarms', 'alarm actions', 'subscribers of alarms'],
      ...['table', 'table stream', 'table index due', 'table index byPartner', 'table index undelivered'],
      ...['table expiry', 'table recovery', 'table verified'],
      ...MAPPING_NAMES.map((name) => `mapping ${name}`),
      ...QUEUE_NAMES.map((name) => `queue ${name}`),
      'partners',
    ]);
  });

  it('the finding of `doctor` about the signing key says that `doctor` cannot test decryption', async () => {
    const { findings } = await doctor();
    expect(findings).toContainEqual({
      check: 'signing key',
      ok: true,
      finding: 'the key is enabled; doctor cannot test decryption, but the alarm secret-unavailable watches it',
    });
  });

  it('the command `doctor` accepts a stage without alarms if the stage keeps no data', async () => {
    const { code, findings } = await doctor({ alarms: { DescribeAlarms: {} }, parts: { keepsData: false } });
    expect(code).toBe(0);
    expect(findings).toContainEqual({
      check: 'alarms',
      ok: true,
      finding: 'there are no alarms: nobody is on call for this stage',
    });
  });

  it.each<[string, Stack]>([
    ['all subscribers of alarms have confirmed', withSubscribers(2, 0)],
    [
      'the alarms of a stage notify nobody',
      { ...withSubscribers(0, 0), alarms: { DescribeAlarms: { MetricAlarms: [{ AlarmName: 'one' }] } } },
    ],
  ])('the command `doctor` reports no problem if %s', async (_, stack) => {
    expect((await doctor(stack)).bad).toEqual([]);
  });

  it('the command `doctor` reports a missing table in five checks', async () => {
    const gone = fault('ResourceNotFoundException');
    const { bad, findings } = await doctor({ dynamodb: { DescribeTable: gone } });
    expect(bad.map(({ check, finding }) => [check, finding])).toEqual(
      ['table', 'table stream', 'table index due', 'table index byPartner', 'table index undelivered'].map((check) => [
        check,
        'there is no table table',
      ]),
    );
    expect(findings).toHaveLength(34);
  });

  it('the command `doctor` reports which parts a stack of an earlier version lacks', async () => {
    const { code, findings } = await doctor({ parts: { outputs: ofEarlierVersion } });
    expect(code).toBe(0);
    const absent = findings.filter(({ finding }) => finding === 'this version of the stack does not have this part');
    expect(absent.map(({ check }) => check)).toEqual([
      'function line-for-call',
      'function intake',
      'line-for-call responds',
      'mapping intake',
      'queue intake',
      'queue intake-dead-letters',
    ]);
  });

  it('the command `doctor` reports that a check was skipped if the local engine does not support the check', async () => {
    const unknown = fault('UnknownOperationException');
    const { code, findings } = await doctor({ dynamodb: { DescribeContinuousBackups: unknown } });
    expect(code).toBe(0);
    expect(findings).toContainEqual({
      check: 'table recovery',
      ok: true,
      finding: 'not checked, because the local engine does not support the request',
    });
  });
});
