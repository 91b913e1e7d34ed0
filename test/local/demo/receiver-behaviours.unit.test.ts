import { describe, expect, it } from '@jest/globals';
import { BEHAVIOURS } from '../../../local/demo/receiver-behaviours.ts';

const MINUTE_MS = 60_000;
const at = (nowMs: number, drawn = 0.5) => ({ nowMs, random: () => drawn });

describe('the receivers of the demo', () => {
  it('a healthy receiver of the demo accepts an event within 0.12 s', () => {
    expect(BEHAVIOURS.healthy(at(0, 1))).toEqual({ status: 200, afterMs: 120 });
  });

  it('a slow receiver of the demo responds after more than a second', () => {
    const slowest = BEHAVIOURS.slow(at(0, 0.999));
    expect([slowest.status, BEHAVIOURS.slow(at(0, 0)).afterMs]).toEqual([200, 1_200]);
    expect(slowest.afterMs).toBeLessThan(10_000);
  });

  it('a failing receiver of the demo accepts no event', () => {
    expect([0, 5, 9].map((minute) => BEHAVIOURS.failing(at(minute * MINUTE_MS)).status)).toEqual([503, 503, 503]);
  });

  it('a flapping receiver of the demo fails during three of every ten minutes', () => {
    const statuses = Array.from({ length: 20 }, (_, minute) => BEHAVIOURS.flapping(at(minute * MINUTE_MS)).status);
    expect(statuses.map((status) => status === 502)).toEqual(
      Array.from({ length: 20 }, (_, minute) => minute % 10 < 3),
    );
  });

  it('a strict receiver of the demo permanently rejects 10 % of the events', () => {
    expect([0.09, 0.1, 0.99].map((drawn) => BEHAVIOURS.strict(at(0, drawn)).status)).toEqual([422, 200, 200]);
  });
});
