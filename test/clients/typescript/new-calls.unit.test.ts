import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { CallBookmark } from '../../../clients/typescript/src/index.ts';
import { CALLS_OVERLAP_SECONDS } from '../../../shared/contract/calls/calls.ts';
import { all, fakeService, respond } from './fake-service.ts';

interface Stored {
  readonly callId: string;
  readonly startedAtMs: number;
  /** The time from which lists contain the call. */
  readonly visibleAtMs: number;
}

const NOON_MS = Date.parse('2026-11-22T12:00:00.000Z');
const aCall = (callId: string, startedAtMs: number, visibleAtMs = startedAtMs): Stored => ({
  callId,
  startedAtMs: NOON_MS + startedAtMs,
  visibleAtMs: NOON_MS + visibleAtMs,
});

/** The calls of one line as the API lists them: newest first, in pages of two. */
function aLine(calls: readonly Stored[]) {
  const clock = { nowMs: NOON_MS };
  const service = fakeService(({ url }) => {
    const query = new URL(url).searchParams;
    const listed = calls
      .filter(({ visibleAtMs, startedAtMs }) => visibleAtMs <= clock.nowMs && startedAtMs >= Number(query.get('since')))
      .toSorted((one, other) => other.startedAtMs - one.startedAtMs || (one.callId < other.callId ? 1 : -1));
    const from = Number(query.get('cursor') ?? 0);
    const page = listed.slice(from, from + 2);
    return respond(200, {
      calls: page.map(({ callId, startedAtMs }) => ({ callId, startedAt: new Date(startedAtMs).toISOString() })),
      nextCursor: from + 2 < listed.length ? String(from + 2) : null,
    });
  });
  /** Reads new calls at the given time. The bookmark is converted to JSON and back, as if a partner had stored it. */
  const readAt = async (ms: number, bookmark?: CallBookmark) => {
    clock.nowMs = NOON_MS + ms;
    const kept: CallBookmark | undefined = bookmark && JSON.parse(JSON.stringify(bookmark));
    const { calls: found, bookmark: next } = await service.client.newCalls('tn_1', kept ? { bookmark: kept } : {});
    return { ids: found.map(({ callId }) => callId), bookmark: next };
  };
  return { ...service, clock, readAt };
}

describe('the method newCalls of the client library', () => {
  it('newCalls returns each call of all pages once', async () => {
    const { readAt } = aLine([aCall('a', 0), aCall('b', 10), aCall('c', 20), aCall('d', 30)]);
    const first = await readAt(20);
    expect(first.ids).toEqual(['a', 'b', 'c']);
    const second = await readAt(1_000, first.bookmark);
    expect(second.ids).toEqual(['d']);
    expect((await readAt(2_000, second.bookmark)).ids).toEqual([]);
  });

  it('newCalls returns a call that appears in the list after newer calls', async () => {
    const late = aCall('late', 5_000, 15_000);
    const { readAt, client } = aLine([aCall('prompt', 10_000), late]);
    const first = await readAt(10_000);
    expect(first.ids).toEqual(['prompt']);
    expect((await readAt(20_000, first.bookmark)).ids).toEqual(['late']);
    const naive = await all(client.listCalls('tn_1', { since: NOON_MS + 10_000 }));
    expect(naive.map(({ callId }) => callId)).toEqual(['prompt']);
  });

  it('newCalls with a bookmark ignores `since`', async () => {
    const { client, sent, clock } = aLine([aCall('old', -3_600_000), aCall('new', 0)]);
    clock.nowMs = NOON_MS;
    const first = await client.newCalls('tn_1', { since: new Date(NOON_MS - 1_000) });
    expect(first.calls.map(({ callId }) => callId)).toEqual(['new']);
    await client.newCalls('tn_1', { bookmark: first.bookmark, since: 0 });
    const sinces = sent.map(({ url }) => Number(new URL(url).searchParams.get('since')));
    expect(sinces).toEqual([NOON_MS - 1_000, NOON_MS - 1_000]);
  });

  it('the bookmark of newCalls contains only the calls of the last minute', async () => {
    const { readAt } = aLine(Array.from({ length: 300 }, (_, n) => aCall(`c-${n}`, n * 1_000)));
    const { ids, bookmark } = await readAt(300_000);
    expect(ids).toHaveLength(300);
    expect(bookmark).toEqual({ since: NOON_MS + 239_000, known: expect.any(Array) });
    expect(bookmark.known).toHaveLength(61);
  });

  it('the bookmark of newCalls stays unchanged if there are no new calls', async () => {
    const { readAt } = aLine([]);
    const { bookmark } = await readAt(0);
    expect(bookmark).toEqual({ since: 0, known: [] });
    expect((await readAt(60_000, bookmark)).bookmark).toEqual(bookmark);
  });

  it('newCalls returns a call without a `startedAt` only once', async () => {
    const timeless = { callId: 'timeless', startedAt: null };
    const { client } = fakeService(() => respond(200, { calls: [timeless], nextCursor: null }));
    const { calls, bookmark } = await client.newCalls('tn_1');
    expect(calls).toEqual([timeless]);
    expect((await client.newCalls('tn_1', { bookmark })).calls).toEqual([]);
  });

  it('newCalls returns each call exactly once if the call is listed within a minute of its `startedAt`', async () => {
    const call = fc.record({
      startedAtMs: fc.integer({ min: 0, max: 600_000 }),
      lateMs: fc.integer({ min: 0, max: CALLS_OVERLAP_SECONDS * 1_000 }),
    });
    const reads = fc.array(fc.integer({ min: 0, max: 700_000 }), { maxLength: 30 });
    const run = fc.asyncProperty(fc.array(call, { maxLength: 40 }), reads, async (planned, times) => {
      const calls = planned.map(({ startedAtMs, lateMs }, n) => aCall(`c-${n}`, startedAtMs, startedAtMs + lateMs));
      const { readAt } = aLine(calls);
      const given: string[] = [];
      let bookmark: CallBookmark | undefined;
      for (const atMs of [...times.toSorted((a, b) => a - b), 700_000]) {
        const read = await readAt(atMs, bookmark);
        given.push(...read.ids);
        bookmark = read.bookmark;
      }
      expect(given.toSorted()).toEqual(calls.map(({ callId }) => callId).toSorted());
    });
    await fc.assert(run, { numRuns: 300 });
  });
});
