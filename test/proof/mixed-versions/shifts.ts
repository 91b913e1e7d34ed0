import type { Version } from '../../support/functions/version.ts';
import type { Shift } from '../crash-points/scenario.ts';
import type { BothVersions } from '../simulation/rollout.ts';
import { differentReads } from './reads.ts';

/** In which order two versions run the crash points. */
export function shiftsOf(both: BothVersions): Readonly<Record<string, Shift>> {
  const { this: now, previous } = both;
  const inspect = differentReads(both);
  return {
    'after the shift': { given: previous, after: always(now), inspect },
    'after a rollback': { given: now, after: always(previous), inspect },
    'during the shift': { given: previous, after: inTurn(previous, now), inspect },
    'during a rollback': { given: now, after: inTurn(now, previous), inspect },
  };
}

const always = (one: Version) => () => () => one;

/** The two versions take turns with the invocations. */
const inTurn = (first: Version, second: Version) => () => {
  let invocations = 0;
  return () => {
    invocations += 1;
    return invocations % 2 === 1 ? first : second;
  };
};
