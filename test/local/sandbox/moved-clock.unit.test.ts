import { afterEach, describe, expect, it } from '@jest/globals';
import { createClockMove } from '../../../local/sandbox/moved-clock.ts';
import { clock, signingClock } from '../../../shared/config/clock.ts';
import { LOCAL_OVERRIDES } from '../../../shared/config/local-overrides.ts';

const override = (overrides: object) => Reflect.set(globalThis, LOCAL_OVERRIDES, overrides);
afterEach(() => {
  Reflect.deleteProperty(globalThis, LOCAL_OVERRIDES);
});

const HOUR_MS = 3_600_000;
/** Whole hours between the real time and a clock. */
const hoursAhead = (nowMs: () => number) => Math.round((nowMs() - Date.now()) / HOUR_MS);

describe('the clock of a function in the sandbox', () => {
  it('the clock of a running function follows each clock move of the sandbox', () => {
    const move = createClockMove();
    override({ clockMove: move.memory });
    const nowMs = clock();
    move.moveTo(5 * HOUR_MS);
    const moved = hoursAhead(nowMs);
    move.moveTo(0);
    expect([moved, hoursAhead(nowMs)]).toEqual([5, 0]);
  });

  it('a clock move is added to the offset of `--time-offset-seconds`', () => {
    const move = createClockMove();
    override({ clockMove: move.memory, clockOffsetMs: 2 * HOUR_MS });
    move.moveTo(HOUR_MS);
    expect(hoursAhead(clock())).toBe(3);
  });

  it('the clock of a function rejects a setting `clockMove` that is not shared memory', () => {
    const { memory } = createClockMove();
    override(JSON.parse(JSON.stringify({ clockMove: memory })));
    expect(() => clock()).toThrow('clockMove');
  });

  it('the clock of a function has the real time if no setting moves the clock', () => {
    expect([hoursAhead(clock()), hoursAhead(signingClock())]).toEqual([0, 0]);
  });
});

it.each([
  [false, 2],
  [true, 3],
])(
  'with movesSignatures %s, signatures are %i hours ahead after an offset of two hours and a move of one hour',
  (movesSignatures, hours) => {
    const move = createClockMove();
    override({ clockMove: move.memory, clockOffsetMs: 2 * HOUR_MS, movesSignatures });
    move.moveTo(HOUR_MS);
    expect(hoursAhead(signingClock())).toBe(hours);
  },
);
