import { describe, expect, it } from '@jest/globals';
import { callSortKeyFrom, dueShardOf, keys } from '../../../../shared/store/table/keys.ts';

describe('the keys of the table', () => {
  it('calls are sorted by the time when they were stored', () => {
    const earlier = keys.call('tn_1', 999_999_999_999, 'z').SK;
    const later = keys.call('tn_1', 1_000_000_000_000, 'a').SK;
    expect(earlier < later).toBe(true);
    expect(callSortKeyFrom(1_000_000_000_000) <= later).toBe(true);
  });

  it('two partners with the same Idempotency-Key have different keys in the table', () => {
    expect(keys.idempotency('pt_1', 'k')).not.toEqual(keys.idempotency('pt_2', 'k'));
  });

  it('due deliveries are spread over sixteen shards', () => {
    const shards = new Set(Array.from({ length: 500 }, (_, n) => dueShardOf(`call-${n}`)));
    expect(shards.size).toBe(16);
  });
});
