import { Problem } from '../command-line/problem.ts';
import type { Deployment } from './flags.ts';
import { objectionsToNames } from './names.ts';
import { type Objection, objectionsToLogRole, objectionsToQuota, objectionsToSettings } from './objections.ts';
import { findPlace, named, rejectUnprepared } from './place.ts';
import { objectionsToRights } from './rights.ts';
import type { Tools } from './tool.ts';

/** Makes every check of a deployment that needs no build, and those of names and rights. Prints what stands against it. */
export async function preflight({ settings, allowsNobodyOnCall }: Deployment, tools: Tools): Promise<void> {
  const { stage, env } = settings;
  const aws = tools.aws(env?.region);
  const place = await findPlace(settings, aws);
  tools.out(`Stage ${stage}, ${named(place)}`);
  const checks: Readonly<Record<string, () => Promise<Objection[]>>> = {
    settings: async () => objectionsToSettings(settings, allowsNobodyOnCall),
    quota: () => objectionsToQuota(settings, place, aws),
    CDK: () => rejectUnprepared(settings, place, aws).then(() => []),
    names: () => objectionsToNames(settings, place, aws),
    'log role': () => objectionsToLogRole(settings, place, aws),
    rights: () => objectionsToRights(settings, place, aws),
  };
  let failed = 0;
  for (const [what, check] of Object.entries(checks)) {
    const objections = await check().catch(asObjection);
    if (objections.length > 0) failed += 1;
    for (const sentence of objections.length > 0 ? objections : ['ok']) tools.out(`${what}: ${sentence}`);
  }
  if (failed > 0) throw new Problem(`${failed} of ${Object.keys(checks).length} checks failed; nothing was deployed.`);
}

/** A check that cannot be made counts as failed. */
function asObjection(error: unknown): Objection[] {
  if (error instanceof Problem) return [error.message];
  throw error;
}
