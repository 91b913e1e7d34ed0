import { Problem } from '../command-line/problem.ts';
import type { Terminal } from '../command-line/run-tool.ts';
import type { Aws } from './aws/aws.ts';
import type { SettingsOf } from './flags.ts';
import type { Run } from './programs.ts';

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

export async function requireConfirmation(
  { confirm }: Pick<RemovalTools, 'confirm'>,
  question: string,
  unless: { readonly withoutTerminal: string; readonly declined: string },
): Promise<void> {
  const isWanted = await confirm(question);
  if (isWanted === undefined) throw new Problem(unless.withoutTerminal);
  if (!isWanted) throw new Problem(unless.declined);
}

/** Runs a program. Throws a Problem unless the exit code is 0. */
export async function runStep(
  { run }: Pick<Tools, 'run'>,
  failure: string,
  ...[program, args]: Parameters<Run>
): Promise<void> {
  if ((await run(program, args)) !== 0) throw new Problem(`${failure}; nothing more was done.`);
}
