import { provenBySeeds, type Section } from '../section.ts';
import { simulate } from './simulate.ts';

/** Simulates the queue of finished calls through an outage of ten minutes. */
export const intake: Section = {
  name: 'intake',
  prove: (wanted) =>
    provenBySeeds(wanted, simulate, {
      handed: 'calls handed over',
      refused: 'calls that are refused',
      redeliveries: 'messages received again',
      killed: 'killed functions',
      failed: 'failed requests',
    }),
};
