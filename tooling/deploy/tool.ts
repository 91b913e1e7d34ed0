import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { stackNameOf } from '../../shared/names/stage-names.ts';
import { Problem } from '../command-line/problem.ts';
import type { Terminal } from '../command-line/run-tool.ts';
import type { Aws } from './aws/aws.ts';
import type { Removal, SettingsOf } from './flags.ts';

const root = join(import.meta.dirname, '../..');
/** The project's programs by path, so the PATH does not decide which versions run. */
const PROGRAMS = { accept: 'bin/accept.ts', build: 'bin/build.ts', cdk: 'node_modules/aws-cdk/bin/cdk' } as const;

/** Runs a program of the project with its output on the terminal, and returns its exit code. */
export type Run = (program: keyof typeof PROGRAMS, args: readonly string[]) => Promise<number>;

export const runIn =
  (cwd: string): Run =>
  (program, args) =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [join(root, PROGRAMS[program]), ...args], { cwd, stdio: 'inherit' });
      child.once('error', reject).once('exit', (code) => resolve(code ?? 1));
    });

export interface Tools extends Terminal {
  readonly settingsOf: SettingsOf;
  readonly aws: (region: string | undefined) => Aws;
  readonly run: Run;
}

export interface RemovalTools extends Tools {
  /** Asks the person at the terminal. Returns undefined if there is no terminal. */
  readonly confirm: (question: string) => Promise<boolean | undefined>;
  readonly now: () => Date;
  readonly pause: (ms: number) => Promise<unknown>;
}

/** The actions that a person confirms. `lookOnly` says why to use `--dry-run`. `declined` is printed after a no. */
const ACTIONS = {
  deploy: { lookOnly: 'to see the differences', declined: 'Nothing was deployed.' },
  'roll back': { lookOnly: 'to see the differences', declined: 'Nothing was deployed.' },
  remove: { lookOnly: 'to only look', declined: 'Nothing was removed.' },
} as const;

/** Throws a Problem unless a person confirms the action, or has agreed to it with `--yes`. */
export async function requireConfirmation(
  { confirm }: Pick<RemovalTools, 'confirm'>,
  { isAgreed }: Pick<Removal, 'isAgreed'>,
  action: keyof typeof ACTIONS,
  question: string,
): Promise<void> {
  const isWanted = isAgreed || (await confirm(question));
  const { lookOnly, declined } = ACTIONS[action];
  if (isWanted === undefined)
    throw new Problem(`There is no terminal for the question: add --yes, or --dry-run ${lookOnly}.`);
  if (!isWanted) throw new Problem(declined);
}

/** Deploys stacks of an assembly. Returns the name of the file with their outputs. */
export async function deployStacks(tools: Tools, failure: string, assembly: string, ...stacks: readonly string[]) {
  const outputs = `${assembly}/outputs.json`;
  const options = ['--app', assembly, ...stacks, '--require-approval', 'never', '--outputs-file', outputs];
  await runStep(tools, failure, 'cdk', ['deploy', ...options]);
  return outputs;
}

/** Prints the commands that check a stage after its deployment. */
export function printChecks({ out }: Tools, stage: string): void {
  out(`Check it: npm run -s operator -- --stack ${stackNameOf(stage, 'service')} doctor`);
  out(`Accept it: npm run -s accept -- --stage ${stage} --json > accept-${stage}.json`);
}

/** Runs a program. Throws a Problem unless the exit code is 0. */
export async function runStep(
  { run }: Pick<Tools, 'run'>,
  failure: string,
  ...[program, args]: Parameters<Run>
): Promise<void> {
  if ((await run(program, args)) !== 0) throw new Problem(`${failure}; nothing more was done.`);
}
