import { describe, expect, it } from '@jest/globals';
import { inParallel } from '../../operator/in-parallel.ts';

describe('parallel calls of a function for many items', () => {
  it('parallel calls keep to their limit, and the results have the order of the items', async () => {
    let underWay = 0;
    let most = 0;
    const results = await inParallel([5, 1, 4, 2, 3], 2, async (turns) => {
      underWay += 1;
      most = Math.max(most, underWay);
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      underWay -= 1;
      return `after ${turns}`;
    });
    expect(results).toEqual(['after 5', 'after 1', 'after 4', 'after 2', 'after 3']);
    expect(most).toBe(2);
  });

  it('parallel calls for an empty list return at once', async () => {
    expect(await inParallel([], 8, async () => 1)).toEqual([]);
  });
});
