import { describe, expect, it } from '@jest/globals';
import { gapFillingRecorder } from '../../../../local/aws/cloudwatch/gap-filling-recorder.ts';

function world() {
  const recorded: string[] = [];
  const note = gapFillingRecorder(1_000, (measured: string, atMs) => void recorded.push(`${measured} ${atMs}`));
  return { recorded, note };
}

describe('a gauge that is measured once a minute', () => {
  it('each measurement of a gauge is recorded with its time', () => {
    const { recorded, note } = world();
    note('a', 100);
    note('b', 900);
    note('c', 1_100);
    expect(recorded).toEqual(['a 100', 'b 900', 'c 1100']);
  });

  it('a gauge keeps its last value in a gap of a few minutes', () => {
    const { recorded, note } = world();
    note('a', 900);
    note('b', 3_100);
    expect(recorded).toEqual(['a 900', 'a 1900', 'a 2900', 'b 3100']);
  });

  it('a gauge has no value in a gap of more than ten minutes', () => {
    const { recorded, note } = world();
    note('a', 900);
    note('b', 12_900);
    expect(recorded).toEqual(['a 900', 'b 12900']);
  });
});
