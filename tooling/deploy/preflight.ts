import { Problem } from '../command-line/problem.ts';
import { accountAndRegionText, findAccountAndRegion, rejectUnlessCdkIsSetUp } from './account-and-region.ts';
import type { Deployment } from './flags.ts';
import { type ProblemText, problemsOfLogRole, problemsOfQuota, problemsOfSettings } from './problems.ts';
import { problemsOfRights } from './problems-of-rights.ts';
import { problemsOfNames } from './taken-names.ts';
import type { Tools } from './tool.ts';

/** Prints the problems of a deployment that can be found without a build. Throws a Problem if there are any. */
export async function preflight({ settings, allowsNobodyOnCall }: Deployment, tools: Tools): Promise<void> {
  const { stage, env } = settings;
  const aws = tools.aws(env?.region);
  const place = await findAccountAndRegion(settings, aws);
  tools.out(`Stage ${stage}, ${accountAndRegionText(place)}`);
  const checks: Readonly<Record<string, () => Promise<ProblemText[]>>> = {
    settings: async () => problemsOfSettings(settings, allowsNobodyOnCall),
    quota: () => problemsOfQuota(settings, place, aws),
    CDK: () => rejectUnlessCdkIsSetUp(settings, place, aws).then(() => []),
    names: () => problemsOfNames(settings, place, aws),
    'log role': () => problemsOfLogRole(settings, place, aws),
    rights: () => problemsOfRights(settings, place, aws),
  };
  let failed = 0;
  for (const [what, check] of Object.entries(checks)) {
    const problems = await check().catch(toProblemTexts);
    if (problems.length > 0) failed += 1;
    for (const sentence of problems.length > 0 ? problems : ['ok']) tools.out(`${what}: ${sentence}`);
  }
  if (failed > 0) throw new Problem(`${failed} of ${Object.keys(checks).length} checks failed; nothing was deployed.`);
}

/** A check that throws a Problem counts as failed. Any other error ends the preflight. */
function toProblemTexts(error: unknown): ProblemText[] {
  if (error instanceof Problem) return [error.message];
  throw error;
}
