import { createHmac } from 'node:crypto';
import type { Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { closeServer, listen } from '../../bin/local/loopback.ts';
import { createReceiver } from '../../bin/receiver/receiver.ts';
import { verify } from '../../bin/receiver/verify.ts';

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

const sign = (body: string, unixSeconds = NOW_MS / 1000, secret = SECRET) => {
  const key = Buffer.from(secret.slice('whsec_'.length), 'hex');
  return `t=${unixSeconds},v1=${createHmac('sha256', key).update(`${unixSeconds}.${body}`).digest('hex')}`;
};

describe('a signature', () => {
  const body = Buffer.from('{}');
  const judge = (header: string) => verify({ header, body }, SECRET, NOW_MS);

  it('is good for five minutes either way', () => {
    const at = (seconds: number) => judge(sign('{}', NOW_MS / 1000 + seconds));
    expect([0, -300, 300].map(at)).toEqual(['verified', 'verified', 'verified']);
    expect([-301, 301].map(at)).toEqual(['stale', 'stale']);
  });

  it('of another body, another secret or another time is forged', () => {
    expect(judge(sign('{ }'))).toBe('forged');
    expect(judge(sign('{}', NOW_MS / 1000, `whsec_${'ee'.repeat(32)}`))).toBe('forged');
    expect(judge(sign('{}').replace('t=1800000000', 't=1800000001'))).toBe('forged');
  });

  it.each(['', 't=1', 'v1=00', 't=1,v1=00', `t=x,v1=${'0'.repeat(64)}`])('that reads %j is malformed', (header) => {
    expect(judge(header)).toBe('malformed');
  });
});

describe('the receiver', () => {
  let server: Server | undefined;
  let printed: string[];
  beforeEach(() => {
    printed = [];
  });
  afterEach(async () => {
    if (server) await closeServer(server);
  });

  const receiver = async (about: { secret?: string; status?: number } = {}) => {
    server = createReceiver({ status: 200, print: (line) => printed.push(line), nowMs: () => NOW_MS, ...about });
    const url = `http://127.0.0.1:${await listen(server, 0)}`;
    return async (body: string, signature = sign(body)) =>
      (await fetch(url, { method: 'POST', body, headers: { 'X-Service-Signature': signature } })).status;
  };

  it('prints a verified call, and says when the same call comes again', async () => {
    const post = await receiver({ secret: SECRET });
    expect(await post(JSON.stringify(event))).toBe(200);
    expect(await post(JSON.stringify(event))).toBe(200);
    expect(printed).toEqual([
      'verified: call call_1 of line tn_1, ended 2027-01-15T08:00:00.000Z, Booked: Booked a table.',
      expect.stringMatching(/^verified, the same call for the 2\. time: call call_1/),
    ]);
  });

  it('refuses what is not signed with its secret', async () => {
    const post = await receiver({ secret: SECRET });
    expect(await post(JSON.stringify(event), 'nonsense')).toBe(401);
    expect(printed).toEqual(['refused: the signature is malformed']);
  });

  it('says that it cannot verify without a secret', async () => {
    const post = await receiver();
    await post(JSON.stringify(event), 'nonsense');
    expect(printed).toEqual([expect.stringMatching(/^unverified: call call_1/)]);
  });

  it('answers with the status it was told, to see how retries go', async () => {
    const post = await receiver({ status: 503 });
    expect(await post(JSON.stringify(event))).toBe(503);
  });

  it('refuses what is not an event', async () => {
    const post = await receiver();
    expect(await post('{"event":"other"}')).toBe(400);
  });
});
