import { describe, expect, it } from '@jest/globals';
import {
  EVIDENCE,
  HANGING,
  isLater,
  LATE,
  laneAfter,
  laneForMarks,
  laterLane,
  NO_MARKS,
  SUSPICIOUS,
} from '../../../../shared/domain/deliveries/lane.ts';

describe('the lane of a partner', () => {
  it.each([
    ['without marks', NO_MARKS, 'main'],
    ['with a slow mark', { slow: 11, hung: 0 }, 'slow'],
    ['with a hung mark', { slow: 0, hung: 11 }, 'hung'],
    ['with both marks', { slow: 11, hung: 11 }, 'hung'],
    ['with marks that have just ended', { slow: 10, hung: 10 }, 'main'],
    ['with a slow mark that outlasts its hung mark', { slow: 11, hung: 10 }, 'slow'],
  ] as const)('the lane of a partner %s (marks %j) is %s', (_what, marks, lane) => {
    expect(laneForMarks(marks, 10)).toBe(lane);
  });

  it.each([
    [SUSPICIOUS.afterMs - 1, 'main'],
    [SUSPICIOUS.afterMs, 'slow'],
    [LATE.afterMs, 'slow'],
    [HANGING.afterMs - 1, 'slow'],
    [HANGING.afterMs, 'hung'],
  ] as const)('after an attempt of %i ms, the partner is in the lane %s', (durationMs, lane) => {
    expect(laneAfter(durationMs)).toBe(lane);
  });
});

it('the lanes have the order main, slow, hung', () => {
  expect([isLater('slow', 'main'), isLater('hung', 'slow'), isLater('main', 'slow')]).toEqual([true, true, false]);
  expect([laterLane('main', 'slow'), laterLane('hung', 'slow')]).toEqual(['slow', 'hung']);
});

describe('the evidence that a receiver is slow', () => {
  it('the signs of a slow receiver are listed in the order in which they appear', () => {
    expect(EVIDENCE).toEqual(EVIDENCE.toSorted((one, other) => one.afterMs - other.afterMs));
  });

  it('the mark for a suspicious receiver is in force when the receiver can be marked as hanging', () => {
    expect(SUSPICIOUS.afterMs + SUSPICIOUS.forMs).toBeGreaterThan(HANGING.afterMs);
  });
});
