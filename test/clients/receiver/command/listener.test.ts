import { request, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createListener } from '../../../../clients/receiver/command/listen/listener.ts';
import { signatureHeader, signingKey } from '../../../../shared/domain/webhooks/signature.ts';
import { closeServer, listen } from '../../../../tooling/machine/loopback.ts';
import { HOSTILE, steeringIn } from '../../../support/hostile/hostile-text.ts';
import { until } from '../../../support/until.ts';

const SECRET = `whsec_${'0f'.repeat(32)}`;
const NOW_MS = 1_800_000_000_000;
const event = {
  event: 'call.completed',
  tenantId: 'tn_1',
  callId: 'call_1',
  occurredAt: '2027-01-15T08:00:00.000Z',
  summary: 'Booked a table.',
  resolution: 'Booked',
  recordingAvailable: true,
};
const BODY = JSON.stringify(event);
const ofCall = (callId: string) => JSON.stringify({ ...event, callId });

const sign = (body: string, { ageSeconds = 0, secret = SECRET } = {}) =>
  signatureHeader(signingKey(secret), body, NOW_MS - ageSeconds * 1000);

describe('the server of the command `listen`', () => {
  let server: Server | undefined;
  let printed: string[];
  let sleptMs: number[];
  beforeEach(() => {
    printed = [];
    sleptMs = [];
  });
  afterEach(async () => {
    if (server) await closeServer(server);
  });

  const listener = async ({
    secret,
    sleepMs = async (durationMs: number) => void sleptMs.push(durationMs),
    ...responseRule
  }: {
    secret?: string | readonly string[];
    status?: number;
    delayMs?: number;
    times?: number;
    sleepMs?: (durationMs: number) => Promise<unknown>;
  } = {}) => {
    const print = (text: string) => printed.push(text);
    const response = { status: 200, delayMs: 0, ...responseRule };
    server = createListener({ secret, responseRule: response, print, nowMs: () => NOW_MS, sleepMs });
    const url = `http://127.0.0.1:${await listen(server, 0)}`;
    const post = async (body: string, signature = sign(body)) =>
      (await fetch(url, { method: 'POST', body, headers: { 'X-Service-Signature': signature } })).status;
    return { url, post };
  };

  it('the command `listen` prints the details of a verified call', async () => {
    const { post } = await listener({ secret: SECRET });
    expect(await post(BODY, sign(BODY, { ageSeconds: 7 }))).toBe(200);
    expect(printed).toEqual([
      [
        'genuine: call call_1 of line tn_1 → 200',
        '         signed 7 s ago, ended 2027-01-15T08:00:00.000Z, Booked, recorded',
        '         "Booked a table."',
      ].join('\n'),
    ]);
  });

  it('the command `listen` accepts a signature that was made with any of its secrets', async () => {
    const secrets = [`whsec_${'ee'.repeat(32)}`, SECRET];
    const { post } = await listener({ secret: secrets });
    for (const secret of secrets) expect(await post(BODY, sign(BODY, { secret }))).toBe(200);
  });

  it('the command `listen` says which request is the second for the same call', async () => {
    const { post } = await listener({ secret: SECRET });
    for (const callId of ['call_1', 'call_2', 'call_1']) await post(ofCall(callId));
    expect(printed.map((text) => /request \d for this call/.exec(text)?.[0])).toEqual([
      undefined,
      undefined,
      'request 2 for this call',
    ]);
  });

  it.each([
    ['a signature with another secret', 'SIGNATURE_MISMATCH', 503, sign(BODY, { secret: `whsec_${'ee'.repeat(32)}` })],
    ['an old signature', 'TIMESTAMP_TOO_OLD', 503, sign(BODY, { ageSeconds: 301 })],
    ['a malformed signature header', 'SIGNATURE_MALFORMED', 400, 'nonsense'],
    ['a request without a signature header', 'SIGNATURE_MISSING', 400, ''],
  ])('the command `listen` rejects %s and says why', async (_what, code, status, signature) => {
    const { post } = await listener({ secret: SECRET });
    expect(await post(BODY, signature)).toBe(status);
    expect(printed).toEqual([expect.stringMatching(new RegExp(`^rejected: ${code} → ${status}\n {9}[A-Z].*\\.$`))]);
  });

  it('the command `listen` without a secret marks a call as unverified', async () => {
    const { post } = await listener();
    expect(await post(BODY, 'nonsense')).toBe(200);
    expect(printed).toEqual([expect.stringMatching(/^unverified: call call_1/)]);
  });

  it('the command `listen` rejects a body that is not an event', async () => {
    const { post } = await listener();
    expect(await post('{"callId":"call_1"}')).toBe(400);
    expect(printed).toEqual([expect.stringMatching(/^rejected: EVENT_MALFORMED → 400\n/)]);
  });

  it('the command `listen` accepts an unknown event', async () => {
    const { post } = await listener({ secret: SECRET });
    expect(await post('{"event":"line.moved"}')).toBe(200);
    expect(printed).toEqual([
      'genuine: event line.moved, which this version does not know → 200\n         signed 0 s ago',
    ]);
  });

  it('the command `listen` rejects an event without a required field as EVENT_MALFORMED', async () => {
    const { post } = await listener();
    expect(await post(JSON.stringify({ ...event, resolution: undefined }))).toBe(400);
    expect(printed).toEqual([expect.stringMatching(/^rejected: EVENT_MALFORMED → 400\n/)]);
  });

  it('the command `listen` prints its own fault if it cannot respond', async () => {
    const sleepMs = () => Promise.reject(new Error('no timer\nleft'));
    const { post } = await listener({ delayMs: 1, sleepMs });
    await expect(post(BODY)).rejects.toThrow('fetch failed');
    expect(printed[1]).toBe('no response, because this tool failed: no timer\\u000aleft');
  });

  it('the command `listen` responds with the status that its flags set', async () => {
    const { post } = await listener({ status: 503 });
    expect([await post(BODY), await post(BODY)]).toEqual([503, 503]);
  });

  it('the command `listen` can reject the first requests for each call and accept later requests', async () => {
    const { post } = await listener({ status: 503, times: 2 });
    const statuses = [];
    for (const callId of ['a', 'b', 'a', 'a', 'b', 'b']) statuses.push(await post(ofCall(callId)));
    expect(statuses).toEqual([503, 503, 503, 200, 503, 200]);
  });

  it('the command `listen` can delay its response', async () => {
    const { post } = await listener({ delayMs: 11_000, times: 1 });
    expect([await post(BODY), await post(BODY)]).toEqual([200, 200]);
    expect(sleptMs).toEqual([11_000]);
    expect(printed[0]).toMatch(/→ 200 after 11000 ms\n/);
    expect(printed[1]).toMatch(/→ 200\n/);
  });

  it('the command `listen` reports that the sender closed the connection before the response', async () => {
    const { url } = await listener({ delayMs: 11_000, sleepMs: () => new Promise(() => undefined) });
    const impatient = request(url, { method: 'POST' }).on('error', () => undefined);
    impatient.end(BODY);
    await until(() => printed.length === 1);
    impatient.destroy();
    await until(() => printed.length === 2);
    expect(printed[1]).toBe('the sender closed the connection before the response');
  });

  it('the command `listen` prints control characters of a summary as escapes', async () => {
    const { post } = await listener();
    await post(JSON.stringify({ ...event, summary: 'one\ntwo\u001b[2J\u009b1A\u202eright to left' }));
    expect(printed[0]).toContain('"one\\u000atwo\\u001b[2J\\u009b1A\\u202eright to left"');
  });

  it('the command `listen` prints no control character of any field of a request', async () => {
    const unverified = await listener();
    const hostile = {
      ...event,
      callId: HOSTILE,
      tenantId: HOSTILE,
      occurredAt: HOSTILE,
      summary: HOSTILE,
      resolution: HOSTILE,
    };
    await unverified.post(JSON.stringify(hostile));
    await unverified.post(HOSTILE);
    await unverified.post(JSON.stringify({ ...event, event: HOSTILE }));
    expect(printed).toHaveLength(3);
    expect(steeringIn(printed.join('\n'))).toEqual([]);
  });

  it('the command `listen` shortens a long summary', async () => {
    const { post } = await listener();
    await post(JSON.stringify({ ...event, summary: '가'.repeat(60_000) }));
    expect(printed[0]).toMatch(/"가{500}… \(60000 characters\)"$/);
  });
});
