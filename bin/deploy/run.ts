import * as z from 'zod';
import type { StageSettings } from '../../lib/stages.ts';
import { printableLines } from '../printable.ts';
import { Problem } from '../problem.ts';
import { type Flags, parseFlags, USAGE } from './flags.ts';
import { type Place, refuseOtherPlace } from './place.ts';

export interface Tools {
  /** Where the credentials lead; throws a `Problem`. */
  readonly findPlace: () => Promise<Place>;
  /** Runs a program of the project with its output on the terminal; answers its exit code. */
  readonly run: (program: 'build' | 'cdk', args: readonly string[]) => Promise<number>;
  /** undefined: there is nobody to ask. */
  readonly confirm: (question: string) => Promise<boolean | undefined>;
  readonly readJson: (file: string) => unknown;
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
}

/** Runs one command line (without `node` and the script's name) and answers the exit code. */
export async function runDeploy(args: readonly string[], given: Tools): Promise<number> {
  const tools = withPrintableText(given);
  try {
    const flags = parseFlags(args);
    if (flags) await deploy(flags, tools);
    else tools.out(USAGE);
    return 0;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    tools.err(error.message);
    return error.exitCode;
  }
}

/** AWS's errors and outputs are texts of others. */
const withPrintableText = (tools: Tools): Tools => ({
  ...tools,
  out: (text) => tools.out(printableLines(text)),
  err: (text) => tools.err(printableLines(text)),
});

async function deploy({ settings, isAgreed, isDryRun }: Flags, tools: Tools): Promise<void> {
  const { stage } = settings;
  const place = await tools.findPlace();
  refuseOtherPlace(settings, place);
  const where = `account ${place.account} in ${place.region}`;
  tools.out(`Stage ${stage}, ${where}`);

  const assembly = `cdk.out/${stage}`;
  await step(tools, 'The functions cannot be built', 'build', []);
  // -q: without printing the template.
  await step(tools, 'The stack is not as it should be', 'cdk', ['synth', '-c', `stage=${stage}`, '-o', assembly, '-q']);
  // From here on what was checked, and nothing that may have changed since.
  await step(tools, 'The differences cannot be told', 'cdk', ['diff', '--app', assembly]);
  if (isDryRun) return tools.out('A dry run: nothing was deployed.');

  if (!isAgreed) await ask(tools, `Deploy this to stage ${stage}, ${where}?`);
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

async function step({ run }: Tools, failure: string, program: 'build' | 'cdk', args: readonly string[]): Promise<void> {
  if ((await run(program, args)) !== 0) throw new Problem(`${failure}; nothing more was done.`);
}

const failureOf = ({ rollout }: StageSettings) =>
  rollout === 'direct'
    ? 'CloudFormation did not finish and takes back what it changed'
    : 'The deployment failed, or an alarm took it back; docs/deploy.md ("Roll back") says how to find out';

async function ask({ confirm }: Tools, question: string): Promise<void> {
  const isWanted = await confirm(question);
  if (isWanted === undefined) throw new Problem('There is nobody to ask: add --yes to deploy, or --dry-run to look.');
  if (!isWanted) throw new Problem('Nothing was deployed.');
}

const outputs = z.record(z.string(), z.object({ ApiUrl: z.string().optional() }));

function tellWhatIsThere({ readJson, out }: Tools, stage: string, outputsFile: string): void {
  const service = `partner-lines-${stage}-service`;
  const { ApiUrl } = outputs.parse(readJson(outputsFile))[service] ?? {};
  if (ApiUrl !== undefined) out(`The API: ${ApiUrl}`);
  out(`Check it: npm run -s operator -- --stack ${service} doctor`);
}
