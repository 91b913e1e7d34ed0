import { describe, expect, it } from '@jest/globals';
import { mapInParallel } from '../../operator/map-in-parallel.ts';

describe('a function that runs for many items in parallel', () => {
  it('no more functions than the limit run in parallel', async () => {
    let underWay = 0;
    let most = 0;
    const results = await mapInParallel([5, 1, 4, 2, 3], 2, async (turns) => {
      underWay += 1;
      most = Math.max(most, underWay);
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      underWay -= 1;
      return `after ${turns}`;
    });
    expect(results).toEqual(['after 5', 'after 1', 'after 4', 'after 2', 'after 3']);
    expect(most).toBe(2);
  });

  it('an empty list of items leads to an empty list of results', async () => {
    expect(await mapInParallel([], 8, async () => 1)).toEqual([]);
  });
});
