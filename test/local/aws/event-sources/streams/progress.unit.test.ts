import { describe, expect, it } from '@jest/globals';
import { streamProgress } from '../../../../../local/aws/event-sources/streams/progress.ts';
import type { StreamPosition } from '../../../../../local/aws/event-sources/streams/reader.ts';

const at = (sequenceNumber: string): StreamPosition => ({ shardId: 'shard', sequenceNumber });
const FULL_DISK = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });

function progressOn(store: { isFull: boolean }) {
  const saved: string[] = [];
  const faults: unknown[] = [];
  const checkpoint = {
    load: () => at('stored'),
    save: async ({ sequenceNumber }: StreamPosition) => {
      if (store.isFull) throw FULL_DISK;
      saved.push(sequenceNumber);
    },
  };
  return { saved, faults, ...streamProgress(checkpoint, (fault) => void faults.push(fault)) };
}

describe('the stored progress of a stream mapping', () => {
  it('a stream mapping begins at its stored checkpoint', () => {
    expect(progressOn({ isFull: false }).reached()).toEqual(at('stored'));
  });

  it('a stream mapping stores only the latest of the positions that it reaches during a write', async () => {
    const { saved, handled, flush } = progressOn({ isFull: false });
    handled(at('1'));
    handled(at('2'));
    handled(at('3'));
    await flush();
    expect(saved).toEqual(['1', '3']);
  });

  it('a stream mapping postpones the write of its progress while the filter drops all records', async () => {
    const { saved, passed, flush } = progressOn({ isFull: false });
    passed(at('1'));
    await flush();
    passed(at('2'));
    passed(at('3'));
    expect(saved).toEqual(['1']);
    await flush();
    await flush();
    expect(saved).toEqual(['1', '3']);
  });

  it('the progress of a stream mapping stays in memory while the disk is full', async () => {
    const disk = { isFull: true };
    const { saved, faults, handled, reached, flush } = progressOn(disk);
    handled(at('1'));
    await flush();
    expect(reached()).toEqual(at('1'));
    expect(saved).toEqual([]);
    expect(faults).toContain(FULL_DISK);

    disk.isFull = false;
    await flush();
    expect(saved).toEqual(['1']);
  });
});
