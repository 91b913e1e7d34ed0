import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { forwardCalls } from '../../../../clients/receiver/command/follow/forward-calls.ts';
import { positionFile, withPrintedWaits } from '../../../../clients/receiver/command/follow/position-file.ts';
import type { Outcome } from '../../../../clients/receiver/command/http/exchange.ts';
import { findMissingCalls } from '../../../../clients/receiver/command/reconcile/missing-calls.ts';
import { fakeService, respond } from '../../typescript/fake-service.ts';

describe('the calls that the command `follow` forwards', () => {
  it('the command `follow` sends an event again until the receiver returns a 2xx', async () => {
    const outcomes: Outcome[] = [
      { kind: 'response', status: 400 },
      { kind: 'noResponse', why: 'timeout' },
      { kind: 'response', status: 204 },
      { kind: 'response', status: 200 },
    ];
    const course: (string | number)[] = [];
    const printed: string[] = [];
    async function* calls() {
      for (const callId of ['a', 'b']) {
        yield { callId, startedAt: null, summary: null };
        course.push(`past ${callId}`);
      }
    }
    await forwardCalls(calls(), {
      eventOf: ({ callId }) => ({ url: new URL(`http://r.test/${callId}`), headers: {}, body: Buffer.from('') }),
      send: async ({ url }) => {
        course.push(url.pathname);
        return outcomes.shift() ?? { kind: 'noResponse', why: 'no more' };
      },
      print: (text) => printed.push(text),
      sleepMs: async (ms) => course.push(ms),
    });
    expect(course).toEqual(['/a', 1_000, '/a', 2_000, '/a', 'past a', '/b', 'past b']);
    expect(printed).toEqual([
      'call a: 400; it will be sent again in 1 s',
      'call a: No response (timeout); it will be sent again in 2 s',
      'call a: 204',
      'call b: 200',
    ]);
  });
});

describe('the position file of the command `follow`', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'position-'));
    path = join(folder, 'position.json');
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const position = { since: 1, known: ['a'], notBefore: 2 };

  it('a position file of the command `follow` can be read only by its owner', async () => {
    expect(await positionFile(path, 'tn_1').load()).toBeUndefined();
    await positionFile(path, 'tn_1').save(position);
    expect(await positionFile(path, 'tn_1').load()).toEqual(position);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('a position file is rejected if it belongs to another line or is malformed', async () => {
    await positionFile(path, 'tn_1').save(position);
    await expect(positionFile(path, 'tn_2').load()).rejects.toThrow('is for line tn_1');
    for (const text of ['', '{}', '{"tenantId":"tn_1","position":{"since":"1","known":[]}}']) {
      writeFileSync(path, text);
      await expect(positionFile(path, 'tn_1').load()).rejects.toThrow('is not a position file');
    }
  });
});

describe('a wait of the command `follow` for the rate limit or Retry-After', () => {
  it('the command `follow` prints a wait for the rate limit or Retry-After only once', async () => {
    const printed: string[] = [];
    const kept = { since: 1, known: [], notBefore: 61_000 };
    const file = { load: () => kept, save: () => undefined };
    const store = withPrintedWaits(
      file,
      (text) => printed.push(text),
      () => 1_000,
    );
    await store.load();
    await store.save({ ...kept, known: ['a'] });
    await store.save({ ...kept, notBefore: 500 });
    expect(printed).toEqual(['the list of calls is not read for 60 s, because of the rate limit or Retry-After']);
  });
});

describe('the missing calls that the command `reconcile` finds', () => {
  it('the command `reconcile` finds a call that the receiver missed in the period', async () => {
    const calls = ['2026-11-22T12:00:03.000Z', '2026-11-22T12:00:02.000Z', '2026-11-22T12:00:01.000Z'].map(
      (startedAt, index) => ({ callId: `c-${index}`, startedAt }),
    );
    const { client, sent } = fakeService(() => respond(200, { calls, nextCursor: null }));
    const period = { sinceMs: 7, untilMs: Date.parse('2026-11-22T12:00:02.000Z') };
    expect(await findMissingCalls(client, ['tn_1'], period, new Set(['c-2']))).toEqual({
      missing: [{ tenantId: 'tn_1', ...calls[1] }],
      checked: 2,
    });
    expect(sent[0]?.url).toMatch(/tenants\/tn_1\/calls\?since=7&limit=200$|\?limit=200&since=7$/);
  });
});
