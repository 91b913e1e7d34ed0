import * as z from 'zod';
import type { StageSettings } from '../../lib/stages.ts';
import { Problem } from '../command-line/problem.ts';
import { type Flags, parseFlags, USAGE } from './flags.ts';
import { type Objection, objectionsToQuota, objectionsToSettings } from './objections.ts';
import { findPlace, named, rejectUnprepared } from './place.ts';
import { exitCodeOf, step, type Tools } from './tool.ts';

export interface DeployTools extends Tools {
  /** Returns undefined if there is no terminal. */
  readonly confirm: (question: string) => Promise<boolean | undefined>;
  readonly readJson: (file: string) => unknown;
  /** The commit of the sources, with `-changed` if they differ from it. Undefined outside a git clone. */
  readonly commit: () => string | undefined;
}

/** Runs one command line (without `node` and the script's name) and returns the exit code. */
export const runDeploy = (args: readonly string[], given: DeployTools): Promise<number> =>
  exitCodeOf(given, async (tools) => {
    const flags = parseFlags(args, tools.settingsOf);
    if (flags) await deploy(flags, tools);
    else tools.out(USAGE);
  });

async function deploy({ settings, isAgreed, isDryRun, allowsNobodyOnCall }: Flags, tools: DeployTools): Promise<void> {
  const { stage, env } = settings;
  const objections: Objection[] = [];
  const object = (...sentences: readonly Objection[]) => {
    const [first] = sentences;
    if (first !== undefined && !isDryRun) throw new Problem(first);
    objections.push(...sentences);
  };

  object(...objectionsToSettings(settings, allowsNobodyOnCall));
  const aws = tools.aws(env?.region);
  const place = await findPlace(settings, aws);
  tools.out(`Stage ${stage}, ${named(place)}`);
  // Check the quota early, because AWS takes hours or days to raise it.
  object(...(await objectionsToQuota(settings, place, aws)));
  await rejectUnprepared(stage, place, aws);

  const assembly = `cdk.out/${stage}`;
  await step(tools, 'The functions cannot be built', 'build', []);
  const commit = tools.commit();
  const context = ['-c', `stage=${stage}`, ...(commit === undefined ? [] : ['-c', `commit=${commit}`])];
  // -q leaves the template out of the output.
  await step(tools, 'The stacks did not pass their checks', 'cdk', ['synth', ...context, '-o', assembly, '-q']);
  // From here on, use the assembly that was checked, not sources that may have changed since.
  await step(tools, 'The differences cannot be shown', 'cdk', ['diff', '--app', assembly]);
  if (isDryRun) {
    tools.out('A dry run: nothing was deployed.');
    for (const objection of objections) tools.out(`A deployment would be rejected. ${objection}`);
    return;
  }

  if (!isAgreed) await ask(tools, `Deploy this to stage ${stage}, ${named(place)}?`);
  const outputsFile = `${assembly}/outputs.json`;
  const deployAll = [
    'deploy',
    '--app',
    assembly,
    '--all',
    '--require-approval',
    'never',
    '--outputs-file',
    outputsFile,
  ];
  await step(tools, failureOf(settings), 'cdk', deployAll);
  tellWhatIsThere(tools, stage, outputsFile);
}

const failureOf = ({ rollout }: StageSettings) =>
  rollout === 'direct'
    ? `The deployment failed, and CloudFormation rolls it back: ${WHAT_TO_DO}`
    : `The deployment failed, or an alarm rolled it back: ${WHAT_TO_DO}`;
const WHAT_TO_DO = 'see "When the first deployment fails" and "Roll back" in docs/deploy.md';

async function ask({ confirm }: DeployTools, question: string): Promise<void> {
  const isWanted = await confirm(question);
  if (isWanted === undefined)
    throw new Problem('There is no terminal to ask on: add --yes to deploy, or --dry-run to see the differences.');
  if (!isWanted) throw new Problem('Nothing was deployed.');
}

const outputs = z.record(z.string(), z.object({ ApiUrl: z.string().optional() }));

function tellWhatIsThere({ readJson, out }: DeployTools, stage: string, outputsFile: string): void {
  const service = `partner-lines-${stage}-service`;
  const { ApiUrl } = outputs.parse(readJson(outputsFile))[service] ?? {};
  if (ApiUrl !== undefined) out(`The API: ${ApiUrl}`);
  out(`Check it: npm run -s operator -- --stack ${service} doctor`);
}
