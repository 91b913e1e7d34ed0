import { cdkSetup, STAGE_NAMES, type StageSettings } from '../../lib/stages.ts';
import { argumentsOf } from '../command-line/arguments.ts';
import { Problem } from '../command-line/problem.ts';
import { runTool } from '../command-line/run-tool.ts';
import { accountAndRegionText, findAccountAndRegion } from './account-and-region.ts';
import { requireStageSettings } from './flags.ts';
import { problemsOfAccount } from './problems.ts';
import { runStep, type Tools } from './tool.ts';

const USAGE = `npm run bootstrap -- --stage ${STAGE_NAMES.join('|')} [flags]
  --cloudformation-execution-policies ARNS   limit CloudFormation's rights to these policies (default: all rights)
  --custom-permissions-boundary NAME         limit CloudFormation's rights with this permissions boundary

Sets up CDK in the account and region of the stage, with a bucket and roles for deployments. Run this
command once for each account and region.`;

const OPTIONS = {
  stage: { type: 'string' },
  'cloudformation-execution-policies': { type: 'string' },
  'custom-permissions-boundary': { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

/** Runs `npm run bootstrap` with these arguments and returns the exit code. */
export const runBootstrap = (args: readonly string[], given: Tools): Promise<number> =>
  runTool(given, async (tools) => {
    const { stage, help, ...roles } = argumentsOf(args, OPTIONS, 'npm run bootstrap');
    if (help) tools.out(USAGE);
    else await bootstrap(requireStageSettings(stage, tools.settingsOf), argumentsForCdk(roles), tools);
  });

/** Returns the flags as arguments for CDK, which has flags with the same names. */
const argumentsForCdk = (flags: Readonly<Record<string, string | undefined>>) =>
  Object.entries(flags).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value]));

async function bootstrap(settings: StageSettings, roles: readonly string[], tools: Tools): Promise<void> {
  const [problem] = problemsOfAccount(settings);
  if (problem !== undefined) throw new Problem(problem);
  const place = await findAccountAndRegion(settings, tools.aws(settings.env?.region));

  // CDK runs in a folder without an app. In a folder with an app, CDK would first synthesize the app, which needs built
  // functions.
  const { qualifier, stackName } = cdkSetup(settings);
  const own = settings.cdk ? ['--qualifier', qualifier, '--toolkit-stack-name', stackName] : [];
  const environment = `aws://${place.account}/${place.region}`;
  await runStep(tools, 'CDK could not be set up', 'cdk', ['bootstrap', environment, ...own, ...roles]);
  tools.out(
    `CDK is set up for ${accountAndRegionText(place)}. Next: npm run deploy -- --stage ${settings.stage} --dry-run`,
  );
}
