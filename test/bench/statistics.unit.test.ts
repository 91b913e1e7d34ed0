import { describe, expect, it } from '@jest/globals';
import { inRotation, pairedRatios, quantile, summary } from './statistics.ts';

describe('the rounds of a bench', () => {
  it('each run every variant once, in rotating order, and the results of the first round are dropped', async () => {
    const order: string[] = [];
    const ran = (name: string) => () => order.push(name);
    const results = await inRotation(2, { one: ran('one'), other: ran('other') });
    expect(order).toEqual(['one', 'other', 'other', 'one', 'one', 'other']);
    expect(results).toEqual({ one: [4, 5], other: [3, 6] });
  });

  it('each give one ratio of the two variants, so that a slowdown of both does not change the ratio', () => {
    expect(pairedRatios([10, 40, 20], [5, 20, 10])).toEqual([2, 2, 2]);
  });

  it('are summarized by their median and middle half, so that one disturbed round does not change the summary', () => {
    expect(summary([1, 2, 3, 4, 1_000])).toEqual({ value: 3, spread: [2, 4] });
  });
});

it.each([
  [[4, 1, 3, 2], 0.5, 2.5],
  [[1, 2, 3], 1, 3],
  [[7], 0.99, 7],
])('quantile(%j, %d) returns %d', (values, share, expected) => {
  expect(quantile(values, share)).toBe(expected);
});
