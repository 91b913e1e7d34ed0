import { describe, expect, it } from '@jest/globals';
import { awsError, platformWorld, served } from './platform-world.ts';

const noResponse = async () => {
  throw new Error('no response');
};

describe("a look-up of a line by the voice platform's client", () => {
  it('simultaneous calls of a line share one look-up', async () => {
    const { platform, invoked, settled, pass, lookUp } = platformWorld();
    const calls = Array.from({ length: 100 }, () => platform.lineForCall({ tenantId: 'tn_1' }));
    expect((await settled(Promise.all(calls))).value).toEqual(calls.map(() => served('tn_1')));
    await pass(40_000);
    expect((await lookUp('tn_1')).value).toEqual(served('tn_1'));
    expect(invoked).toHaveLength(1);
    expect(invoked[0]).toMatchObject({ name: 'line-for-call', input: { tenantId: 'tn_1', purpose: 'call' } });
  });

  it('a look-up by id and a look-up by number send one request each, even for the same line', async () => {
    const { platform, invoked, settled } = platformWorld();
    await settled(platform.lineForCall({ tenantId: 'tn_1' }));
    await settled(platform.lineForCall({ number: '+821012345678' }));
    expect(invoked.map(({ input }) => input)).toEqual([
      { tenantId: 'tn_1', purpose: 'call' },
      { number: '+821012345678', purpose: 'call' },
    ]);
  });

  it('a look-up of a line by its id sends only the id and the purpose', async () => {
    const { platform, invoked, settled } = platformWorld();
    const asked = { number: undefined, tenantId: 'tn_1', summary: 'secret' };
    await settled(platform.lineForCall(asked));
    expect(invoked.map(({ input }) => input)).toEqual([{ tenantId: 'tn_1', purpose: 'call' }]);
  });

  it.each([{}, { number: undefined }, { number: '+821012345678', tenantId: 'tn_1' }])(
    'the look-up of %j, which does not name exactly one line, is sent to the service',
    async (asked) => {
      const { platform, invoked, settled } = platformWorld();
      // A caller without types may pass anything.
      await settled(platform.lineForCall(asked as { tenantId: string }));
      expect(invoked.map(({ input }) => input)).toEqual([{ ...asked, purpose: 'call' }]);
    },
  );

  it("the voice platform's client refreshes the copy of a line in the background before the copy expires", async () => {
    const { invoked, service, pass, lookUp } = platformWorld();
    await lookUp('tn_1');
    service.respond = async () => served('tn_1', '2');
    await pass(59_000);
    expect(invoked).toMatchObject([{}, { input: { tenantId: 'tn_1', purpose: 'refresh' } }]);
    const { value, ms } = await lookUp('tn_1');
    expect([value, ms]).toEqual([served('tn_1', '2'), 10]);
  });

  it("the voice platform's client stops its refreshes ten minutes after the last call for a line", async () => {
    const { invoked, pass, lookUp } = platformWorld();
    await lookUp('tn_1');
    await pass(3_600_000);
    expect(invoked.length).toBeLessThan(15);
    const before = invoked.length;
    await lookUp('tn_1');
    expect(invoked).toHaveLength(before + 1);
  });

  it('a look-up returns no copy older than maxAgeSeconds while the service responds', async () => {
    const { service, pass, lookUp } = platformWorld({ random: () => 0.5 });
    service.lookUpMs = 1_000;
    service.respond = async () => ({ ...served('tn_1'), maxAgeSeconds: 0.5 });
    await lookUp('tn_1');
    service.respond = async () => served('tn_1', '2');
    await pass(1);
    expect((await lookUp('tn_1')).value).toEqual(served('tn_1', '2'));
  });

  it.each(['unknown', 'terminated'])('a response with the reason %s is cached for maxAgeSeconds', async (reason) => {
    const { service, invoked, pass, lookUp } = platformWorld();
    const response = { notServed: { reason }, maxAgeSeconds: 60 };
    service.respond = async () => response;
    expect((await lookUp('tn_1')).value).toEqual(response);
    await pass(59_000);
    await lookUp('tn_1');
    expect(invoked).toHaveLength(1);
    await pass(2_000);
    service.respond = async () => served('tn_1');
    expect((await lookUp('tn_1')).value).toEqual(served('tn_1'));
  });

  it('a look-up that the service refuses is not retried and leaves no copy', async () => {
    const { service, invoked, lookUp } = platformWorld();
    service.respond = async () => ({ refused: { message: 'number must be an E.164 number' } });
    expect((await lookUp('x')).value).toEqual({ refused: { message: 'number must be an E.164 number' } });
    expect(invoked).toHaveLength(1);
    await lookUp('x');
    expect(invoked).toHaveLength(2);
  });

  it("the voice platform's client keeps at most maxLines copies", async () => {
    const { invoked, lookUp } = platformWorld({ maxLines: 2 });
    for (const tenantId of ['a', 'b', 'a', 'c', 'a', 'b']) await lookUp(tenantId);
    expect(invoked.map(({ input }) => input['tenantId'])).toEqual(['a', 'b', 'c', 'b']);
  });

  it("the voice platform's client repeats a look-up after the clock of the machine was set back", async () => {
    let nowMs = 1_000_000;
    const { invoked, lookUp } = platformWorld({ now: () => nowMs });
    await lookUp('tn_1');
    nowMs -= 3_600_000;
    await lookUp('tn_1');
    expect(invoked).toHaveLength(2);
  });
});

describe("failed look-ups of lines by the voice platform's client", () => {
  it('without a copy of the line, a look-up fails with the error of the service after three attempts', async () => {
    const { service, invoked, failures, lookUp } = platformWorld();
    service.respond = noResponse;
    expect(await lookUp('tn_1')).toMatchObject({ error: new Error('no response') });
    expect(invoked).toHaveLength(3);
    expect(failures).toHaveLength(3);
  });

  it('without a copy of the line, a look-up makes only one attempt if the service did not respond lately', async () => {
    const { service, invoked, lookUp } = platformWorld();
    service.respond = () => new Promise(() => undefined);
    const first = await lookUp('tn_1');
    expect(first.ms).toBeLessThan(5_000);
    expect(first.error).toEqual(new Error('line-for-call did not respond within 2000 ms'));
    invoked.length = 0;
    expect((await lookUp('tn_2')).ms).toBeLessThanOrEqual(2_010);
    expect(invoked).toHaveLength(1);
  });

  it('without a copy of the line, a look-up is not retried after status 403', async () => {
    const { service, invoked, lookUp } = platformWorld();
    service.respond = async () => {
      throw awsError(403);
    };
    expect(await lookUp('tn_1')).toMatchObject({ error: awsError(403) });
    expect(invoked).toHaveLength(1);
  });

  it('a look-up returns the last known settings after 2 s without a response', async () => {
    const signals: AbortSignal[] = [];
    const { service, lookUp, pass } = platformWorld();
    await lookUp('tn_1');
    await pass(700_000);
    service.respond = (_, __, signal) => {
      signals.push(signal);
      return new Promise(() => undefined);
    };
    const { value, ms } = await lookUp('tn_1');
    expect(value).toEqual(served('tn_1'));
    expect(ms).toBeLessThanOrEqual(2_010);
    expect(signals[0]?.aborted).toBe(true);
  });

  it('a look-up returns the last known settings at once during an outage, until staleIfErrorSeconds have passed', async () => {
    const { service, pass, lookUp } = platformWorld();
    const response = { ...served('tn_1'), staleIfErrorSeconds: 600 };
    service.respond = async () => response;
    await lookUp('tn_1');
    service.respond = noResponse;
    await pass(70_000);
    await lookUp('tn_1');
    await pass(10_000);
    expect(await lookUp('tn_1')).toEqual({ value: response, ms: 10 });
    await pass(500_000);
    expect((await lookUp('tn_1')).value).toEqual(response);
    await pass(20_000);
    expect((await lookUp('tn_1')).error).toEqual(new Error('no response'));
  });

  it('a look-up does not use an expired copy to say that a line is not served', async () => {
    const { service, pass, lookUp } = platformWorld();
    service.respond = async () => ({ notServed: { reason: 'unknown' }, maxAgeSeconds: 60 });
    await lookUp('tn_1');
    await pass(61_000);
    service.respond = noResponse;
    expect((await lookUp('tn_1')).error).toEqual(new Error('no response'));
  });

  it("the voice platform's client retries failed look-ups in the background until the service responds", async () => {
    const { service, invoked, pass, lookUp } = platformWorld();
    const lines = Array.from({ length: 100 }, (_, n) => `tn_${n}`);
    for (const line of lines) await lookUp(line);
    service.respond = noResponse;
    await pass(120_000);
    const before = invoked.length;
    await pass(60_000);
    expect(invoked.length - before).toBeGreaterThan(40);
    expect(invoked.length - before).toBeLessThan(140);
    service.respond = async (_, { tenantId }) => served(String(tenantId), '2');
    await pass(5_000);
    const known = invoked.length;
    for (const line of lines) expect((await lookUp(line)).value).toEqual(served(line, '2'));
    expect(invoked).toHaveLength(known);
  });

  it.each([{ hello: 'world' }, null, 'a text'])(
    'a look-up of a line fails if the service returns %j',
    async (other) => {
      const { service, lookUp } = platformWorld();
      service.respond = async () => other;
      expect((await lookUp('tn_1')).error).toEqual(
        expect.objectContaining({ message: expect.stringContaining('returned an unknown response') }),
      );
    },
  );

  it('a line whose look-up always fails does not block the look-ups of other lines', async () => {
    const { service, pass, lookUp } = platformWorld();
    await lookUp('bad');
    await lookUp('good');
    service.respond = async (_, { tenantId }) => (tenantId === 'bad' ? noResponse() : served('good', '2'));
    await pass(58_000);
    expect((await lookUp('good')).value).toEqual(served('good', '2'));
    await pass(10_000);
    expect((await lookUp('bad')).value).toEqual(served('bad'));
  });
});
