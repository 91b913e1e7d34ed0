import * as z from 'zod';
import type { StageSettings } from '../../lib/stages.ts';
import { stackNameOf } from '../../shared/names/stage-names.ts';
import { Problem } from '../command-line/problem.ts';
import { runTool } from '../command-line/run-tool.ts';
import { accountAndRegionText, findAccountAndRegion, rejectUnlessCdkIsSetUp } from './account-and-region.ts';
import { type Command, type Deployment, parseDeployFlags, USAGE } from './flags.ts';
import { preflight } from './preflight.ts';
import { type ProblemText, problemsOfLogRole, problemsOfQuota, problemsOfSettings } from './problems.ts';
import { destroyStage, removeExpired } from './remove.ts';
import { type RollBackTools, rollBack } from './roll-back.ts';
import { problemsOfNames } from './taken-names.ts';
import { deployStacks, printChecks, requireConfirmation, runStep } from './tool.ts';
import { cdkContextOf } from './versions.ts';

export interface DeployTools extends RollBackTools {
  /** The commit of the sources, with `-changed` if the files differ from it. Undefined outside a git clone. */
  readonly commit: () => string | undefined;
}

/** Runs `npm run deploy` with these arguments and returns the exit code. */
export const runDeploy = (args: readonly string[], given: DeployTools): Promise<number> =>
  runTool(given, (tools) => runCommand(parseDeployFlags(args, tools.settingsOf, tools.now()), tools));

async function runCommand(command: Command, tools: DeployTools): Promise<void> {
  switch (command.kind) {
    case 'help':
      return tools.out(USAGE);
    case 'deploy':
      return deploy(command, tools);
    case 'roll back':
      return rollBack(command, tools);
    case 'preflight':
      return preflight(command, tools);
    case 'destroy':
      return destroyStage(command.stage, command, tools);
    case 'expired':
      return removeExpired(command, tools);
  }
}

async function deploy(deployment: Deployment, tools: DeployTools): Promise<void> {
  const { settings, isAgreed, isDryRun, allowsNobodyOnCall, isPrebuilt } = deployment;
  const { stage, env, expiresAt } = settings;
  const problems: ProblemText[] = [];
  const report = (...sentences: readonly ProblemText[]) => {
    const [first] = sentences;
    if (first !== undefined && !isDryRun) throw new Problem(first);
    problems.push(...sentences);
  };

  report(...problemsOfSettings(settings, allowsNobodyOnCall));
  const aws = tools.aws(env?.region);
  const place = await findAccountAndRegion(settings, aws);
  tools.out(`Stage ${stage}, ${accountAndRegionText(place)}`);
  // The quota is checked before the build, because AWS takes hours or days to increase a quota.
  report(...(await problemsOfQuota(settings, place, aws)));
  await rejectUnlessCdkIsSetUp(settings, place, aws);
  report(...(await problemsOfLogRole(settings, place, aws)));
  // The stacks of a temporary stage can be removed, so the deployment must not take over a stack of a permanent stage.
  if (expiresAt !== undefined) report(...(await problemsOfNames(settings, place, aws)));

  const assembly = `cdk.out/${stage}`;
  if (!isPrebuilt) await runStep(tools, 'The functions cannot be built', 'build', []);
  const commit = tools.commit();
  const live = await aws.stack(stackNameOf(stage, 'service'));
  const context = cdkContextOf({ stage, commit, expiresAt }, live?.outputs ?? {});
  // -q leaves the template out of the output.
  await runStep(tools, 'The stacks did not pass their checks', 'cdk', ['synth', ...context, '-o', assembly, '-q']);
  // CDK deploys the assembly that was checked, because the sources can change after the check.
  await runStep(tools, 'The differences cannot be shown', 'cdk', ['diff', '--app', assembly]);
  if (isDryRun) {
    tools.out('A dry run: nothing was deployed.');
    for (const problem of problems) tools.out(`A deployment would be rejected. ${problem}`);
    return;
  }

  await requireConfirmation(
    tools,
    deployment,
    'deploy',
    `Deploy this to stage ${stage}, ${accountAndRegionText(place)}?`,
  );
  printNextSteps(tools, stage, await deployStacks(tools, failureOf(settings), assembly, '--all'));
  if (expiresAt !== undefined) {
    tools.out(`The stage expires at ${expiresAt}. Remove it: npm run deploy -- --destroy --stage ${stage}`);
  }
  if (!isAgreed) await offerAcceptanceChecks(stage, tools);
}

/**
 * Asks whether to run `npm run accept` now. Not called with --yes, because a script then runs `npm run accept` itself,
 * to keep the output.
 */
async function offerAcceptanceChecks(stage: string, tools: DeployTools): Promise<void> {
  if (await tools.confirm(`Test stage ${stage} from outside now, with npm run accept?`))
    await runStep(tools, `Stage ${stage} is deployed, but not accepted`, 'accept', ['--stage', stage]);
}

const failureOf = ({ rollout }: StageSettings) =>
  rollout === 'direct'
    ? `The deployment failed, and CloudFormation rolls it back: ${WHAT_TO_DO}`
    : `The deployment failed, or an alarm rolled it back: ${WHAT_TO_DO}`;
const WHAT_TO_DO = 'see "When the first deployment fails" and "Roll back" in docs/deploy.md';

const outputs = z.record(z.string(), z.object({ ApiUrl: z.string().optional() }));

function printNextSteps(tools: DeployTools, stage: string, outputsFile: string): void {
  const { ApiUrl } = outputs.parse(tools.readJson(outputsFile))[stackNameOf(stage, 'service')] ?? {};
  if (ApiUrl !== undefined) tools.out(`The API: ${ApiUrl}`);
  printChecks(tools, stage);
}
