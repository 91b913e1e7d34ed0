import { Problem } from '../command-line/problem.ts';
import { missingExports } from '../release/problems.ts';
import { importsOf } from '../release/release.ts';
import { accountAndRegionText, findAccountAndRegion, rejectUnlessCdkIsSetUp } from './account-and-region.ts';
import type { Stack } from './aws/stacks.ts';
import type { Deployment } from './flags.ts';
import { stackNames } from './stage-stacks.ts';
import { deployStacks, printChecks, type RemovalTools, requireConfirmation, runStep } from './tool.ts';
import { cdkContextOf, commitOfVersion, type Versions } from './versions.ts';

export interface RollBackTools extends RemovalTools {
  readonly readJson: (file: string) => unknown;
  readonly versions: Versions;
}

/** Deploys the service stack of another commit. The stateful stack does not change (ADR 54). */
export async function rollBack(
  deployment: Deployment & { readonly version: string },
  tools: RollBackTools,
): Promise<void> {
  const { settings, isDryRun, version } = deployment;
  const { stage, env, expiresAt } = settings;
  const aws = tools.aws(env?.region);
  const place = await findAccountAndRegion(settings, aws);
  await rejectUnlessCdkIsSetUp(settings, place, aws);
  const [service, stateful] = await Promise.all(stackNames(stage).map((name) => aws.stack(name)));
  if (!service || !stateful)
    throw new Problem(
      `Stage ${stage} is not deployed in ${accountAndRegionText(place)}, so there is nothing to roll back.`,
    );

  const commit = tools.versions.fullName(commitOfVersion(version, service));
  tools.versions.rejectTooOld(commit);
  const live = service.outputs['Commit'];
  if (commit === live) throw new Problem(`Version ${commit} is already deployed to stage ${stage}.`);
  tools.out(
    `Stage ${stage}, ${accountAndRegionText(place)}, goes from version ${live ?? '(unknown)'} to version ${commit}. Only ${service.name} changes: API, functions, rights, alarms and settings. The stateful stack stays as it is: table, queues, keys and logs.`,
  );
  tools.out(`Building version ${commit} takes some minutes …`);
  const assembly = `cdk.out/${stage}-${commit.slice(0, 12)}`;
  tools.versions.synthesize(commit, cdkContextOf({ stage, commit, expiresAt }, service.outputs), assembly);
  rejectMissingExports(tools.readJson(`${assembly}/${service.name}.template.json`), stateful, commit);

  const only = ['--exclusively', service.name];
  await runStep(tools, 'The differences cannot be shown', 'cdk', ['diff', '--app', assembly, ...only]);
  if (isDryRun) return tools.out('A dry run: nothing was deployed.');
  const question = `Roll back stage ${stage}, ${accountAndRegionText(place)}, to version ${commit}?`;
  await requireConfirmation(tools, deployment, 'roll back', question);
  await deployStacks(tools, 'The rollback failed: see "Roll back" in docs/deploy.md', assembly, ...only);
  tools.out(`Version ${commit} is deployed.`);
  printChecks(tools, stage);
}

/** Throws a Problem if the version imports a value that the deployed stateful stack does not export. */
function rejectMissingExports(template: unknown, { name, exports }: Stack, commit: string): void {
  const missing = missingExports(importsOf(template), exports);
  if (missing.length === 0) return;
  throw new Problem(
    `Version ${commit} imports what ${name} does not export: ${missing.join(', ')}. Nothing was deployed. Choose a later version, or repair the newest version and deploy it.`,
  );
}
