import { describe, expect, it } from '@jest/globals';
import { doctor, fault } from './doctor-world.ts';

describe('the doctor', () => {
  it('finds nothing wrong with a service that is well, says what was looked at, and ends with 0', async () => {
    const { code, err, findings, bad } = await doctor();
    expect([code, err, bad]).toEqual([0, '', []]);
    expect(findings.map(({ check }) => check)).toEqual([
      'API',
      'function record-call',
      'function relay',
      'function deliver-webhook',
      'function sweep',
      'record-call responds',
      'signing key',
      'alarms',
      'alarm actions',
      'table',
      'table stream',
      'table index due',
      'table index byPartner',
      'table expiry',
      'table recovery',
      'mapping relay',
      'mapping deliver',
      'mapping deliver-slow',
      'queue main',
      'queue slow',
      'queue dead-letters',
      'queue relay-failures',
    ]);
  });

  it('says that it has not tried the signing key, and which alarm tells', async () => {
    const { findings } = await doctor();
    expect(findings).toContainEqual({
      check: 'signing key',
      ok: true,
      finding: 'is enabled; decryption was not tested, the alarm secret-unavailable watches it',
    });
  });

  it('takes a stage without alarms for well where no data is kept: nobody is on call for it', async () => {
    const { code, findings } = await doctor({
      alarms: { DescribeAlarms: {} },
      parts: { keepsData: false },
    });
    expect(code).toBe(0);
    expect(findings).toContainEqual({
      check: 'alarms',
      ok: true,
      finding: 'there are none: nobody is on call for this stage',
    });
  });

  it('finds all that is wrong with a table that is gone, and goes on with the rest', async () => {
    const gone = fault('ResourceNotFoundException');
    const { bad, findings } = await doctor({ dynamodb: { DescribeTable: gone } });
    expect(bad.map(({ check, finding }) => [check, finding])).toEqual(
      ['table', 'table stream', 'table index due', 'table index byPartner'].map((check) => [
        check,
        'there is no table table',
      ]),
    );
    expect(findings).toHaveLength(22);
  });

  it('skips in words what a local engine does not offer', async () => {
    const unknown = fault('UnknownOperationException');
    const { code, findings } = await doctor({ dynamodb: { DescribeContinuousBackups: unknown } });
    expect(code).toBe(0);
    expect(findings).toContainEqual({
      check: 'table recovery',
      ok: true,
      finding: 'not checked: the local engine does not support it',
    });
  });
});
