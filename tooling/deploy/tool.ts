import { escapeLinesForTerminal } from '../command-line/escape-for-terminal.ts';
import { Problem } from '../command-line/problem.ts';
import type { Aws } from './aws/aws.ts';
import type { SettingsOf } from './flags.ts';
import type { Run } from './programs.ts';

export interface Tools {
  readonly settingsOf: SettingsOf;
  readonly aws: (region: string | undefined) => Aws;
  readonly run: Run;
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
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

/** Returns the exit code of a tool. Prints a `Problem` that the tool throws, and throws any other error. */
export async function runTool<Given extends Tools>(
  given: Given,
  act: (tools: Given) => Promise<void>,
): Promise<number> {
  const tools = withPrintableText(given);
  try {
    await act(tools);
    return 0;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    tools.err(error.message);
    return error.exitCode;
  }
}

/**
 * Escapes what the tools print, because errors and outputs of AWS can contain control characters for the terminal.
 */
const withPrintableText = <Given extends Tools>(tools: Given): Given => ({
  ...tools,
  out: (text: string) => tools.out(escapeLinesForTerminal(text)),
  err: (text: string) => tools.err(escapeLinesForTerminal(text)),
});

/** Runs a program. Throws a Problem unless the exit code is 0. */
export async function runStep(
  { run }: Pick<Tools, 'run'>,
  failure: string,
  ...[program, args]: Parameters<Run>
): Promise<void> {
  if ((await run(program, args)) !== 0) throw new Problem(`${failure}; nothing more was done.`);
}
