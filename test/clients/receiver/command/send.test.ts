import { describe, expect, it } from '@jest/globals';
import type { Outcome, Post } from '../../../../clients/receiver/command/http/exchange.ts';
import { headerValues } from '../../../../clients/receiver/command/http/headers.ts';
import { parseSendFlags } from '../../../../clients/receiver/command/send/command.ts';
import { sendSample } from '../../../../clients/receiver/command/send/send-sample.ts';
import { verifyWebhook } from '../../../../clients/receiver/src/index.ts';
import { verifyWithStandardWebhooks } from '../../../support/receivers/signature-libraries.ts';

const SECRET = `whsec_${'0F'.repeat(32)}`;
const NOW_MS = 1_800_000_000_000;
const responded = (status: number): Outcome => ({ kind: 'response', status });

/** Runs the tool against a receiver with these outcomes. */
async function run(outcomes: readonly Outcome[], ...args: string[]) {
  const flags = parseSendFlags(['--url', 'http://127.0.0.1:9100/hook', '--secret', SECRET, ...args], {});
  if (flags.kind !== 'sample') throw new Error('The flags send no sample');
  const posts: Post[] = [];
  const printed: string[] = [];
  const isAsItShould = await sendSample(flags, {
    send: async (post) => {
      posts.push(post);
      return outcomes[posts.length - 1] ?? responded(500);
    },
    print: (text) => printed.push(text),
    nowMs: () => NOW_MS + posts.length * 1_000,
  });
  return { isAsItShould, posts, printed };
}

const verify = (post: Post | undefined, atMs = NOW_MS) =>
  verifyWebhook(post?.body ?? '', headerValues(post?.headers ?? {}, 'x-service-signature'), SECRET, {
    now: new Date(atMs),
  });

const verifyAsStandard = (post: Post | undefined) => {
  const headers = Object.fromEntries(Object.entries(post?.headers ?? {}).map(([name, value]) => [name, String(value)]));
  return verifyWithStandardWebhooks({ body: String(post?.body), headers }, SECRET, NOW_MS);
};

describe('a sample request of the command `send`', () => {
  it('the command `send` sends a genuine event with the values of its flags', async () => {
    const { posts } = await run([responded(204)], '--call-id', 'call_9', '--tenant-id', 'tn_9', '--summary', 'Hello');
    expect(verify(posts[0])).toEqual({
      event: 'call.completed',
      tenantId: 'tn_9',
      callId: 'call_9',
      occurredAt: '2027-01-15T08:00:00.000Z',
      summary: 'Hello',
      resolution: 'Booked',
      recordingAvailable: true,
    });
    expect(posts[0]?.headers).toMatchObject({ 'X-Service-Event': 'call.completed', 'X-Service-Delivery': 'call_9' });
  });

  it('a repeated sample of the command `send` has the same body, but a new signature', async () => {
    const { posts, isAsItShould } = await run([responded(200), responded(200)], '--times', '2');
    expect(posts).toHaveLength(2);
    expect(posts[1]?.body).toEqual(posts[0]?.body);
    expect(posts[1]?.headers['X-Service-Signature']).not.toBe(posts[0]?.headers['X-Service-Signature']);
    expect(isAsItShould).toBe(true);
  });

  it('the second sample of the command `send` with `--stale` has a signature that is ten minutes old', async () => {
    const { posts } = await run([responded(200), responded(400)], '--stale');
    expect(() => verify(posts[1])).toThrow('made 599 s ago');
    expect(verifyAsStandard(posts[0])).toEqual(JSON.parse(String(posts[0]?.body)));
    expect(() => verifyAsStandard(posts[1])).toThrow('Message timestamp too old');
  });

  it('the second sample of the command `send` with `--tampered` has a body that was changed after signing', async () => {
    const { posts } = await run([responded(200), responded(400)], '--tampered');
    expect(JSON.parse(String(posts[1]?.body))).toMatchObject({ recordingAvailable: false });
    expect(() => verify(posts[1])).toThrow('does not match');
    expect(() => verifyAsStandard(posts[1])).toThrow('No matching signature found');
  });
});

describe('the command `send`', () => {
  const said = async (outcome: Outcome, ...args: string[]) => {
    const before = args.length > 0 ? [responded(200)] : [];
    const { printed, isAsItShould } = await run([...before, outcome], '--call-id', 'c', ...args);
    return [printed.at(-1)?.replace(/^c, request \d: /, ''), isAsItShould];
  };

  it.each([
    [responded(204), '204 in 1000 ms. Delivered.', true],
    [responded(401), '401 in 1000 ms. Rejected: after this status, the service does not retry.', false],
    [
      responded(429),
      expect.stringMatching(/^429 in .* would retry after 1 minute, and make up to 8 attempts\.$/),
      false,
    ],
    [responded(302), expect.stringMatching(/^302 in .* would retry/), false],
    [responded(500), expect.stringMatching(/^500 in .* would retry/), false],
    [
      { kind: 'noResponse', why: 'timeout' } as const,
      expect.stringMatching(/^No response \(timeout\) in 1000 ms\. Failed/),
      false,
    ],
  ])(
    'the command `send` says what the service would do after this response to a genuine event: %j',
    async (outcome, sentence, isAsItShould) => {
      expect(await said(outcome)).toEqual([sentence, isAsItShould]);
    },
  );

  it.each(['--stale', '--tampered'])(
    'the command `send %s` succeeds only if the receiver rejects the event',
    async (flag) => {
      expect(await said(responded(503), flag)).toEqual(['503 in 1000 ms. Rejected, as it should be.', true]);
      expect(await said(responded(200), flag)).toEqual([expect.stringContaining('ACCEPTED, although'), false]);
      expect(await said({ kind: 'noResponse', why: 'refused connection' }, flag)).toEqual([
        expect.stringMatching(/^No response \(refused connection\)/),
        false,
      ]);
    },
  );

  it.each(['--stale', '--tampered'])(
    'the command `send %s` fails if the receiver also rejects the genuine event',
    async (flag) => {
      const { printed, isAsItShould } = await run([responded(401), responded(401)], flag);
      expect(printed).toHaveLength(2);
      expect(isAsItShould).toBe(false);
    },
  );
});
