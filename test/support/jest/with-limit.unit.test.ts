import { describe, expect, it } from '@jest/globals';
import { withLimit } from './with-limit.ts';

describe('a test with a time limit', () => {
  it('a test with a time limit fails if it takes longer than the limit', async () => {
    const hangs = withLimit(() => new Promise(() => {}), 10);
    await expect(hangs()).rejects.toThrow('Not done within 0.01 s');
  });

  it('a test that fails within its time limit reports its own error', async () => {
    const fails = withLimit(() => Promise.reject(new Error('Its own reason')));
    await expect(fails()).rejects.toThrow('Its own reason');
  });
});
