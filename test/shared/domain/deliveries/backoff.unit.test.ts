import { expect, it } from '@jest/globals';
import { waitAfterMs } from '../../../../shared/domain/deliveries/backoff.ts';

it('the wait after each attempt of a delivery doubles, but is at most sixty times the first wait', () => {
  expect([1, 2, 3, 4, 5, 6, 7].map((attempt) => waitAfterMs(attempt, 200))).toEqual([
    200, 400, 800, 1_600, 3_200, 6_400, 12_000,
  ]);
});
