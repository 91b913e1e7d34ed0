import { describe, expect, it } from '@jest/globals';
import { streamProgress } from '../../bin/local/stream-progress.ts';
import type { StreamPosition } from '../../bin/local/stream-reader.ts';

const at = (sequenceNumber: string): StreamPosition => ({ shardId: 'shard', sequenceNumber });

function progress() {
  const saved: string[] = [];
  const { handled, passed, flush } = streamProgress({
    load: () => undefined,
    save: ({ sequenceNumber }) => void saved.push(sequenceNumber),
  });
  return { saved, handled, passed, flush };
}

describe('the progress of a stream mapping', () => {
  it('is written at once where a function was given something', () => {
    const { saved, handled } = progress();
    handled(at('1'));
    handled(at('2'));
    expect(saved).toEqual(['1', '2']);
  });

  it('is written late where the filter has dropped everything, and at the latest when the mapping stops', () => {
    const { saved, passed, flush } = progress();
    passed(at('1'));
    passed(at('2'));
    passed(at('3'));
    expect(saved).toEqual(['1']);
    flush();
    flush();
    expect(saved).toEqual(['1', '3']);
  });

  it('never goes back to what was passed before something was handled', () => {
    const { saved, handled, passed, flush } = progress();
    passed(at('1'));
    passed(at('2'));
    handled(at('3'));
    flush();
    expect(saved).toEqual(['1', '3']);
  });
});
