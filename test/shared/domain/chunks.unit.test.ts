import { expect, it } from '@jest/globals';
import { chunksOf } from '../../../shared/domain/chunks.ts';

it.each([
  [[], []],
  [[1, 2], [[1, 2]]],
  [
    [1, 2, 3, 4, 5],
    [[1, 2], [3, 4], [5]],
  ],
])('the list %j is split into these chunks of at most two items: %j', (list, pieces) => {
  expect(chunksOf(list, 2)).toEqual(pieces);
});
