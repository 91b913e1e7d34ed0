import { describe, expect, it } from '@jest/globals';
import type { LineForCall, RecordCallInput, VoicePlatform } from '../../../clients/voice-platform/src/index.ts';
import { callsPerSecond, type DemoLine, simulateCalls } from '../../../local/demo/simulated-calls.ts';
import { chances } from '../../proof/virtual-time/chances.ts';
import { timeline } from '../../proof/virtual-time/timeline.ts';

const LINES: readonly DemoLine[] = [
  { number: '+82201550101', kind: 'restaurant', language: 'ko' },
  { number: '+14165550111', kind: 'shop', language: 'en' },
];
const HOUR_MS = 3_600_000;

const served = (number: string): LineForCall => ({
  line: { tenantId: `line of ${number}`, partnerId: 'pt', name: 'Cafe', region: 'kr', number, plan: null },
  agent: {},
  version: '1',
  maxAgeSeconds: 60,
  staleIfErrorSeconds: 86_400,
});

/** Simulates an hour of calls through a client that notes what it is asked. */
async function anHour(lookUp: (number: string) => LineForCall) {
  const time = timeline(0);
  const draw = chances(7);
  const ending = new AbortController();
  const noted = { lookedUp: [] as string[], recorded: [] as RecordCallInput[], queued: [] as RecordCallInput[] };
  const said: string[] = [];
  const client: VoicePlatform = {
    async lineForCall(which) {
      const { number = '' } = which;
      noted.lookedUp.push(number);
      return lookUp(number);
    },
    async recordCall(input) {
      noted.recorded.push(input);
      return { callId: input.call.callId, startedAt: new Date(0).toISOString(), alreadyStored: false };
    },
    enqueueCall: async (input) => void noted.queued.push(input),
  };
  const wait = (ms: number) => new Promise<void>((resolve) => time.after(ms, resolve));
  const random = () => draw.fraction('demo');
  const say = (sentence: string) => void said.push(sentence);
  void simulateCalls({ client, lines: LINES, nowMs: time.nowMs, random, wait, say }, ending.signal);
  await time.run(HOUR_MS);
  ending.abort();
  return { ...noted, said };
}

describe('the simulated voice platform of the demo', () => {
  it('the voice platform of the demo begins about 3 calls per second on average', async () => {
    const { lookedUp } = await anHour(served);
    expect(lookedUp.length / 3_600).toBeCloseTo(3, 0);
    expect([callsPerSecond(0), callsPerSecond(300_000), callsPerSecond(900_000)]).toEqual([
      3,
      4.5,
      expect.closeTo(1.5),
    ]);
  });

  it('the voice platform of the demo sends about 20 % of the calls through the queue', async () => {
    const { lookedUp, recorded, queued } = await anHour(served);
    const handedOver = [...recorded, ...queued];
    expect(lookedUp.length - handedOver.length).toBeLessThan(100);
    expect(queued.length / handedOver.length).toBeCloseTo(0.2, 1);
    expect(new Set(handedOver.map(({ call }) => call.callId)).size).toBe(handedOver.length);
    expect(handedOver.every(({ tenantId }) => tenantId.startsWith('line of +'))).toBe(true);
  });

  it('the voice platform of the demo sends about 0.1 % of the calls without a summary', async () => {
    const { recorded, queued } = await anHour(served);
    const blank = [...recorded, ...queued].filter(({ call }) => call.summary === '').length;
    expect(blank).toBeGreaterThan(2);
    expect(blank).toBeLessThan(40);
  });

  it('some of the first calls of the demo have no summary', async () => {
    const { recorded, queued } = await anHour(served);
    const beginning = [recorded.slice(0, 20), queued.slice(0, 10)];
    expect(beginning.map((calls) => calls.some(({ call }) => call.summary === ''))).toEqual([true, true]);
  });

  it('the voice platform of the demo sends no call for a number that no line has', async () => {
    const { recorded, queued } = await anHour(() => ({ notServed: { reason: 'unknown' }, maxAgeSeconds: 60 }));
    expect([...recorded, ...queued]).toEqual([]);
  });

  it('the voice platform of the demo continues if the service does not respond', async () => {
    const { lookedUp, said } = await anHour(() => {
      throw new Error('No response');
    });
    expect(lookedUp.length).toBeGreaterThan(1_000);
    expect(said).toEqual(['The simulated voice platform failed: Error: No response']);
  });
});
