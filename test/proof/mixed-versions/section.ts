import { projectDir } from '../../../tooling/project-dir.ts';
import { KEPT, type Kept, readKeptRelease } from '../../../tooling/release/kept-releases.ts';
import { bothVersions } from '../both-versions.ts';
import { proveCrashPoints } from '../crash-points/section.ts';
import type { Proof, Section, Wanted } from '../section.ts';
import { proveSeeds } from '../simulation/section.ts';
import { shiftsOf } from './shifts.ts';

/** More seeds take long, and find nothing that this version alone would not show. */
const MOST_RUNS = 2_000;

/**
 * Runs the version of an earlier release beside this one on one table: before, during and after a rollout, and back.
 * Simulates seeds, and then lets each external call of each handler fail once, in four orders of the two versions.
 */
export const mixedVersions: Section = {
  name: 'mixed versions',
  async prove(wanted: Wanted): Promise<Proof> {
    const proofs: Proof[] = [];
    for (const kept of KEPT) proofs.push(...(await proveBeside(kept, wanted)));
    return { isHeld: proofs.every(({ isHeld }) => isHeld), summary: proofs.flatMap(({ summary }) => summary) };
  },
};

async function proveBeside(kept: Kept, { runs, ...wanted }: Wanted): Promise<Proof[]> {
  const { commit } = readKeptRelease(projectDir(), kept);
  wanted.say(`-- beside the ${kept} release, ${commit.slice(0, 8)}`);
  const proofs = [await proveSeeds({ ...wanted, runs: Math.min(runs, MOST_RUNS) }, kept)];
  if (wanted.seed !== undefined) return proofs;
  for (const [order, shift] of Object.entries(shiftsOf(bothVersions(kept)))) {
    wanted.say(`-- crash points ${order}`);
    const { isHeld, summary } = await proveCrashPoints(wanted.say, 1, shift);
    proofs.push({ isHeld, summary: summary.slice(-3).map(([what, howMuch]) => [`${order}: ${what}`, howMuch]) });
  }
  return proofs;
}
