import { describe, expect, it } from '@jest/globals';
import { advanceTime } from '../../../local/sandbox/advance-time.ts';

const START_MS = 1_000_000;
const MINUTE_MS = 60_000;

interface Row {
  callId: string;
  attempts: number;
  nextAttemptAtMs: number;
  leaseUntilMs?: number;
  isSettled?: boolean;
}

/** A service whose receiver always fails: each sweep attempts what is due, and the attempt ends two looks later. */
function world(rows: Row[], { mostAttempts = 8 } = {}) {
  const clock = { nowMs: START_MS };
  const attemptedAtMs: number[] = [];
  const endings: { looks: number; end: () => void }[] = [];
  const claim = (row: Row) => {
    row.attempts += 1;
    row.leaseUntilMs = clock.nowMs + MINUTE_MS;
    row.nextAttemptAtMs = clock.nowMs + MINUTE_MS * 2 ** (row.attempts - 1);
    attemptedAtMs.push(clock.nowMs - START_MS);
    const end = () => {
      delete row.leaseUntilMs;
      row.isSettled = row.attempts === mostAttempts;
    };
    endings.push({ looks: 2, end });
  };
  return {
    clock,
    attemptedAtMs,
    nowMs: () => clock.nowMs,
    moveBy: (ms: number) => {
      clock.nowMs += ms;
    },
    pending: async () => rows.filter(({ isSettled }) => !isSettled).map((row) => ({ ...row })),
    attemptsOf: async () => new Map(rows.map(({ callId, attempts }) => [callId, attempts] as const)),
    sweep: async () => {
      const due = rows.filter((row) => row.leaseUntilMs === undefined && row.nextAttemptAtMs < clock.nowMs);
      for (const row of due) if (!row.isSettled) claim(row);
    },
    sleepMs: async () => {
      for (const ending of endings) ending.looks -= 1;
      for (const { end } of endings.filter(({ looks }) => looks === 0)) end();
    },
  };
}

const aRow = (about: Partial<Row> = {}): Row => ({
  callId: 'call-1',
  attempts: 1,
  nextAttemptAtMs: START_MS + MINUTE_MS,
  ...about,
});

describe('the method advanceTime of a sandbox', () => {
  it('advanceTime makes each attempt when the attempt is due', async () => {
    const service = world([aRow()]);
    expect(await advanceTime(service, 3 * 60 * MINUTE_MS)).toEqual({ attempts: 7 });
    const inMinutes = service.attemptedAtMs.map((ms) => Math.floor(ms / MINUTE_MS));
    expect(inMinutes).toEqual([1, 3, 7, 15, 31, 63, 127]);
  });

  it('advanceTime ends exactly at the target time', async () => {
    const service = world([aRow()]);
    await advanceTime(service, 10 * MINUTE_MS);
    expect(service.clock.nowMs).toBe(START_MS + 10 * MINUTE_MS);
  });

  it('advanceTime makes no attempt that is due after the target time', async () => {
    const service = world([aRow({ nextAttemptAtMs: START_MS + MINUTE_MS + 1 })]);
    expect(await advanceTime(service, MINUTE_MS)).toEqual({ attempts: 0 });
  });

  it('advanceTime waits for the end of a running attempt before it makes the next attempt', async () => {
    const service = world([aRow({ attempts: 0, nextAttemptAtMs: START_MS - 1 })]);
    await service.sweep();
    expect(await advanceTime(service, MINUTE_MS)).toEqual({ attempts: 1 });
    expect(service.attemptedAtMs.map((ms) => Math.floor(ms / MINUTE_MS))).toEqual([0, 1]);
  });

  it('advanceTime attempts a due delivery even if its wake-up is lost', async () => {
    const service = world([aRow({ nextAttemptAtMs: START_MS - 1 })]);
    expect(await advanceTime(service, 0)).toEqual({ attempts: 1 });
  });

  it('advanceTime fails with an error that names a due delivery without an attempt', async () => {
    const service = { ...world([aRow({ nextAttemptAtMs: START_MS - 1 })]), sweep: async () => undefined };
    await expect(advanceTime(service, 0)).rejects.toThrow('The delivery of call-1 is due, but no attempt is made.');
  });
});
