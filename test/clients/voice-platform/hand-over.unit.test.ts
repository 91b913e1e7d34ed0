import { describe, expect, it } from '@jest/globals';
import { createVoicePlatform } from '../../../clients/voice-platform/src/index.ts';
import { recordCallInput } from '../../../shared/domain/calls/finished-call.ts';
import { awsError, platformWorld } from './platform-world.ts';

const INPUT = { tenantId: 'tn_1', call: { callId: 'c1', summary: 'Two at seven', callerNumber: '+82 10-1234-5678' } };
const RECORDED = { callId: 'c1', startedAt: '2026-11-21T10:00:00.000Z', alreadyStored: false };

describe("the function `recordCall` of the voice platform's client", () => {
  it('recordCall returns the response of record-call', async () => {
    const { platform, service, invoked, settled } = platformWorld();
    service.respond = async () => RECORDED;
    expect((await settled(platform.recordCall(INPUT))).value).toEqual(RECORDED);
    expect(invoked).toMatchObject([{ name: 'record-call', input: INPUT }]);
  });

  it('recordCall returns a refusal without a retry or an error', async () => {
    const { platform, service, invoked, settled } = platformWorld();
    service.respond = async () => ({ refused: { message: 'No line has this id' } });
    const { value } = await settled(platform.recordCall(INPUT));
    expect(value).toEqual({ refused: { message: 'No line has this id' } });
    expect(invoked).toHaveLength(1);
  });

  it('recordCall retries after a temporary error with growing waits', async () => {
    const { platform, service, invoked, settled } = platformWorld();
    const errors = [new Error('timeout'), awsError(429), awsError(500), awsError(409)];
    service.respond = async () => {
      const error = errors.shift();
      if (error) throw error;
      return RECORDED;
    };
    expect((await settled(platform.recordCall(INPUT))).value).toEqual(RECORDED);
    const times = invoked.map(({ atMs }) => atMs);
    const waits = times.slice(1).map((atMs, index) => atMs - (times[index] ?? 0) - 50);
    expect(waits).toEqual([750, 1_500, 3_000, 6_000]);
  });

  it('recordCall does not retry if a function other than record-call responds', async () => {
    const { platform, invoked, settled } = platformWorld();
    const { error } = await settled(platform.recordCall(INPUT));
    expect(String(error)).toContain('Check the names of the functions');
    expect(invoked).toHaveLength(1);
  });

  it('recordCall stops after six failed attempts, before 24 s have passed', async () => {
    const { platform, service, invoked, settled } = platformWorld();
    service.respond = async () => {
      throw awsError(503);
    };
    const { error, ms } = await settled(platform.recordCall(INPUT));
    expect([error, invoked.length]).toEqual([awsError(503), 6]);
    expect(ms).toBeLessThan(24_000);
  });

  it('recordCall stops within 46 s if no invocation responds', async () => {
    const { platform, service, invoked, settled } = platformWorld();
    service.respond = () => new Promise(() => undefined);
    const { ms } = await settled(platform.recordCall(INPUT), 200_000);
    expect(ms).toBeLessThanOrEqual(46_000);
    expect(invoked.length).toBeGreaterThan(1);
  });

  it.each([400, 403, 404, 413])('recordCall does not retry after status %i', async (status) => {
    const { platform, service, invoked, settled } = platformWorld();
    service.respond = async () => {
      throw awsError(status);
    };
    expect((await settled(platform.recordCall(INPUT))).error).toEqual(awsError(status));
    expect(invoked).toHaveLength(1);
  });
});

describe("the function `enqueueCall` of the voice platform's client", () => {
  const queued = async (callerNumber: unknown) => {
    const { platform, sent, settled } = platformWorld();
    // A caller without types may pass anything.
    const call = { ...INPUT.call, callerNumber } as typeof INPUT.call;
    await settled(platform.enqueueCall({ ...INPUT, call }));
    return sent[0];
  };

  it('enqueueCall masks the number of the caller', async () => {
    const message = await queued('+82 10-1234-5678');
    expect(message?.groupId).toBe('tn_1');
    const body = JSON.parse(message?.body ?? '');
    expect(body).toEqual({ ...INPUT, call: { ...INPUT.call, callerNumber: '****5678' } });
    expect(recordCallInput.safeParse(body).success).toBe(true);
  });

  it.each([821_012_345_678, '9'.repeat(250_000), ['+821012345678']])(
    'enqueueCall sends no unmasked number (case %#)',
    async (callerNumber) => {
      expect((await queued(callerNumber))?.body).toMatch(/"callerNumber":"\*{4}(5678)?"/);
    },
  );

  it.each([null, undefined])('enqueueCall sends a call unchanged if its number is %s', async (callerNumber) => {
    const { callerNumber: _, ...call } = INPUT.call;
    const kept = callerNumber === null ? { callerNumber } : {};
    expect(JSON.parse((await queued(callerNumber))?.body ?? '')).toEqual({ ...INPUT, call: { ...call, ...kept } });
  });

  it.each(['', 'a b', undefined])(
    'enqueueCall sends a call with the invalid tenantId %j in a message group that SQS accepts',
    async (tenantId) => {
      const { platform, sent, settled } = platformWorld();
      // A caller without types may pass anything.
      await settled(platform.enqueueCall({ ...INPUT, tenantId: tenantId as string }));
      expect(sent).toMatchObject([{ groupId: 'no-line' }]);
    },
  );

  it('enqueueCall retries after status 500', async () => {
    const { platform, service, sent, settled } = platformWorld();
    service.receive = async () => {
      if (sent.length < 3) throw awsError(500);
    };
    await settled(platform.enqueueCall(INPUT));
    expect(sent).toHaveLength(3);
  });

  it('enqueueCall says that the option `send` is missing', async () => {
    const platform = createVoicePlatform({ invoke: async () => undefined });
    await expect(platform.enqueueCall(INPUT)).rejects.toThrow('enqueueCall needs the option `send`');
  });
});
