import { describe, expect, it } from '@jest/globals';
import { sharedReads } from '../../../../operator/console/server/shared-reads.ts';

describe('reads that the pages of a console share', () => {
  const world = () => {
    let nowMs = 0;
    let asked = 0;
    const reads = sharedReads<number>(() => nowMs);
    const ask = async () => {
      asked += 1;
      return asked;
    };
    return {
      get: () => reads.get('question', 100, ask),
      forget: reads.forget,
      at: (ms: number) => {
        nowMs = ms;
      },
    };
  };

  it('a shared read returns the stored response until the response expires', async () => {
    const { get, at } = world();
    expect([await get(), await get()]).toEqual([1, 1]);
    at(99);
    expect(await get()).toBe(1);
    at(100);
    expect(await get()).toBe(2);
  });

  it('a shared read is repeated after a change', async () => {
    const { get, forget } = world();
    await get();
    forget();
    expect(await get()).toBe(2);
  });

  it('a shared read does not store a failure', async () => {
    const reads = sharedReads<number>(() => 0);
    await expect(reads.get('question', 100, () => Promise.reject(new Error('No')))).rejects.toThrow('No');
    expect(await reads.get('question', 100, async () => 7)).toBe(7);
  });
});
