import fc, { type IAsyncProperty } from 'fast-check';
import type { Proof, Section, Wanted } from '../section.ts';
import { allAtOnce, webhooksAtOnce } from './all-at-once.ts';
import { oneAfterAnother } from './one-after-another.ts';
import { inMemory, type Place } from './places.ts';
import { type Hear, tally } from './tally.ts';

type Runs = (newPlace: () => Promise<Place>, hear: Hear) => IAsyncProperty<unknown>;

const section = (name: string, runsOf: Runs): Section => ({
  name,
  async prove({ runs, seed, say }: Wanted): Promise<Proof> {
    const beganMs = performance.now();
    const heard = tally();
    const details = await fc.check(runsOf(inMemory, heard.hear), {
      numRuns: runs,
      ...(seed === undefined ? {} : { seed }),
    });
    if (details.failed) say(String(await fc.asyncDefaultReportMessage(details)));
    const missed = heard.missedCodes();
    return {
      isHeld: !details.failed,
      summary: [
        ['runs', details.numRuns],
        ...heard.summary(),
        ['codes that no run returned', missed.length === 0 ? 'none' : missed.join(' ')],
        ['seconds', ((performance.now() - beganMs) / 1000).toFixed(1)],
      ],
    };
  },
});

/** Compares the service with a simple model of the contract, in sequential and in concurrent operations. */
export const model: readonly Section[] = [
  section('model', oneAfterAnother),
  section('linearizability', allAtOnce),
  section('secret rotation', webhooksAtOnce),
];
