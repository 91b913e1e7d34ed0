import { describe, expect, it } from '@jest/globals';
import { withLimit } from './with-limit.ts';

describe('a test with a limit', () => {
  it('fails if it takes longer', async () => {
    const hangs = withLimit(() => new Promise(() => {}), 10);
    await expect(hangs()).rejects.toThrow('Not done within 0.01 s');
  });

  it('fails for its own reason if it ends in time', async () => {
    const fails = withLimit(() => Promise.reject(new Error('Its own reason')));
    await expect(fails()).rejects.toThrow('Its own reason');
  });
});
