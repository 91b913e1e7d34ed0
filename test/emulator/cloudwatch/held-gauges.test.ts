import { describe, expect, it } from '@jest/globals';
import { heldGauges } from '../../../emulator/cloudwatch/held-gauges.ts';

function world() {
  const recorded: [measured: string, atMs: number][] = [];
  return { recorded, note: heldGauges(1_000, (measured: string, atMs) => void recorded.push([measured, atMs])) };
}

describe('what is measured once a minute', () => {
  it('counts for the minute in which it was measured, each time', () => {
    const { recorded, note } = world();
    note('a', 100);
    note('b', 900);
    note('c', 1_100);
    expect(recorded).toEqual([
      ['a', 100],
      ['b', 900],
      ['c', 1_100],
    ]);
  });

  it('counts on for the minutes that were missed', () => {
    const { recorded, note } = world();
    note('a', 900);
    note('b', 3_100);
    expect(recorded).toEqual([
      ['a', 900],
      ['a', 1_900],
      ['a', 2_900],
      ['b', 3_100],
    ]);
  });

  it('is unknown of the time in which the machine slept', () => {
    const { recorded, note } = world();
    note('a', 900);
    note('b', 12_900);
    expect(recorded).toEqual([
      ['a', 900],
      ['b', 12_900],
    ]);
  });
});
