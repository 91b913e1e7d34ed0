import { describe, expect, it } from '@jest/globals';
import type { CallPosition, FollowCallsOptions } from '../../../clients/typescript/src/index.ts';
import { fakeService, respond, thrownBy } from './fake-service.ts';

const NOON_MS = Date.parse('2026-11-22T12:00:00.000Z');
const EVERY_MS = 30_000;

interface Stored {
  readonly callId: string;
  readonly startedAtMs: number;
}

const aCall = (callId: string, afterNoonMs = 0): Stored => ({ callId, startedAtMs: NOON_MS + afterNoonMs });

/** A line whose calls a program follows, on a clock that moves only when the program waits. */
function aLine(calls: Stored[], { pageSize = 200, rate = { remaining: 1_000 } } = {}) {
  const clock = { nowMs: NOON_MS };
  const disturbances: (Response | Error)[] = [];
  const saved: CallPosition[] = [];
  const readsAtMs: number[] = [];
  const service = fakeService(
    ({ url }) => {
      readsAtMs.push(clock.nowMs - NOON_MS);
      const disturbance = disturbances.shift();
      if (disturbance) return disturbance;
      const query = new URL(url).searchParams;
      const listed = calls
        .filter(({ startedAtMs }) => startedAtMs <= clock.nowMs && startedAtMs >= Number(query.get('since')))
        .toSorted((one, other) => other.startedAtMs - one.startedAtMs);
      const from = Number(query.get('cursor') ?? 0);
      const page = listed.slice(from, from + pageSize);
      const body = {
        calls: page.map(({ callId, startedAtMs }) => ({ callId, startedAt: new Date(startedAtMs).toISOString() })),
        nextCursor: from + pageSize < listed.length ? String(from + pageSize) : null,
      };
      return respond(200, body, { RateLimit: `"default";r=${--rate.remaining};t=100` });
    },
    {
      maxAttempts: 1,
      now: () => clock.nowMs,
      wait: async (milliseconds) => {
        clock.nowMs += milliseconds;
      },
    },
  );
  const store = {
    load: () => saved.at(-1),
    save: (position: CallPosition) => {
      saved.push(JSON.parse(JSON.stringify(position)));
    },
  };
  /**
   * Starts a program that ends, as if killed, while it processes its `count`th call. Returns the calls it processed.
   */
  const killedAt = async (count: number, options: FollowCallsOptions = {}) => {
    const ids: string[] = [];
    for await (const { callId } of service.client.followCalls('tn_1', { store, ...options })) {
      if (ids.push(callId) === count) break;
    }
    return ids;
  };
  return { ...service, clock, saved, readsAtMs, disturbances, killedAt };
}

describe('the method followCalls of the client library', () => {
  it('followCalls yields each call once, oldest first', async () => {
    const { killedAt, readsAtMs } = aLine([aCall('b', 10), aCall('a', 0), aCall('c', 50_000), aCall('d', 70_000)]);
    expect(await killedAt(4)).toEqual(['a', 'b', 'c', 'd']);
    expect(readsAtMs).toEqual([0, EVERY_MS, 2 * EVERY_MS, 3 * EVERY_MS]);
  });

  it.each([1, 2, 3, 4])(
    'if a program is killed while it processes call %i, followCalls yields only this call again',
    async (count) => {
      const ids = ['a', 'b', 'c', 'd'];
      // The four calls are spread over more than the overlap.
      const { killedAt, clock } = aLine(ids.map((id, nth) => aCall(id, -200_000 + nth * 40_000)));
      expect(await killedAt(count)).toEqual(ids.slice(0, count));
      clock.nowMs += 1_000;
      expect(await killedAt(ids.length - count + 1)).toEqual(ids.slice(count - 1));
    },
  );

  it('followCalls yields a call that appears in the list after a newer call', async () => {
    const calls = [aCall('prompt', -10_000)];
    const { killedAt } = aLine(calls);
    calls.push(aCall('next', 20_000));
    expect(await killedAt(2)).toEqual(['prompt', 'next']);
    calls.push(aCall('late', -20_000));
    expect(await killedAt(1)).toEqual(['late']);
    expect(await killedAt(2)).toEqual(['late', 'next']);
  });

  it('followCalls begins at `since` only if its store has no position', async () => {
    const { killedAt } = aLine([aCall('old', -3_600_000), aCall('new'), aCall('newer', 40_000)]);
    expect(await killedAt(2, { since: new Date(NOON_MS) })).toEqual(['new', 'newer']);
    expect(await killedAt(1, { since: 0 })).toEqual(['newer']);
  });

  it('followCalls leaves five requests of each rate-limit period to other programs', async () => {
    const rate = { remaining: 8 };
    const calls = Array.from({ length: 6 }, (_, nth) => aCall(`c-${nth}`, -nth));
    const { killedAt, readsAtMs, saved } = aLine(calls, { pageSize: 2, rate });
    expect(await killedAt(1)).toEqual(['c-5']);
    expect(readsAtMs).toEqual([0, 0, 0]);
    expect(saved).toEqual([{ since: 0, known: [], notBefore: NOON_MS + 100_000 }]);
    rate.remaining = 30;
    expect(await killedAt(1)).toEqual(['c-5']);
    expect(readsAtMs.slice(3)).toEqual([100_000, 100_000, 100_000]);
  });

  it('followCalls waits for at most one rate-limit period even if the clock was set back', async () => {
    const { killedAt, saved, readsAtMs } = aLine([aCall('a')]);
    saved.push({ since: 0, known: [], notBefore: NOON_MS + 86_400_000 });
    await killedAt(1);
    expect(readsAtMs).toEqual([300_000]);
  });

  it('followCalls reads again after a network error, a 503 and an invalid cursor', async () => {
    const { killedAt, disturbances, readsAtMs } = aLine([aCall('a')]);
    disturbances.push(new Error('no network'), respond(503, { error: 'Service unavailable' }));
    disturbances.push(respond(400, { error: 'Invalid cursor', code: 'INVALID_CURSOR' }));
    const outages: string[] = [];
    await killedAt(1, { onOutage: ({ message }) => outages.push(message) });
    expect(outages).toEqual([
      'No response: no network',
      'Service unavailable (503)',
      'Invalid cursor (400, INVALID_CURSOR)',
    ]);
    expect(readsAtMs).toEqual([0, EVERY_MS, 2 * EVERY_MS, 3 * EVERY_MS]);
  });

  it('followCalls waits for the time in Retry-After after a 429', async () => {
    const { killedAt, disturbances, readsAtMs, saved } = aLine([aCall('a')]);
    disturbances.push(respond(429, { error: 'Too many requests' }, { 'Retry-After': '200' }));
    await killedAt(1);
    expect(readsAtMs).toEqual([0, 200_000]);
    expect(saved).toEqual([{ since: 0, known: [], notBefore: NOON_MS + 200_000 }]);
  });

  it('followCalls ends with an error after a 403', async () => {
    const { killedAt, disturbances } = aLine([]);
    disturbances.push(respond(403, { error: 'Forbidden' }));
    expect(await thrownBy(killedAt(1))).toMatchObject({ name: 'ApiError', status: 403 });
  });

  it('followCalls yields the calls in order without a store', async () => {
    const { client } = aLine([aCall('a'), aCall('b', 1_000)]);
    const ids: string[] = [];
    for await (const { callId } of client.followCalls('tn_1')) if (ids.push(callId) === 2) break;
    expect(ids).toEqual(['a', 'b']);
  });
});
