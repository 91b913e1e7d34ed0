import { createVoicePlatform as create } from '../../../clients/voice-platform/src/index.ts';
import { provenBySeeds, type Section } from '../section.ts';
import { simulate } from './simulate.ts';

const LINES = 1_000;

/** Simulates how changes of settings reach calls through the voice platform's client. */
export const propagation: Section = {
  name: 'propagation',
  prove: (wanted) =>
    provenBySeeds(
      wanted,
      (seed) => simulate({ seed, create }),
      { calls: 'calls', changes: 'changes of settings', lookUps: 'look-ups', killed: 'killed functions' },
      [3, 30].map((outageMinutes) => () => {
        wanted.say(`${LINES} lines, and an outage of ${outageMinutes} minutes`);
        return simulate({ seed: outageMinutes, create, lines: LINES, outageMinutes });
      }),
    ),
};
