import { printableLines } from '../command-line/printable.ts';
import { Problem } from '../command-line/problem.ts';
import type { Aws } from './aws/aws.ts';
import type { SettingsOf } from './flags.ts';
import type { Run } from './programs.ts';

/** What the deployment tools use besides their own code: settings, AWS, other programs and the terminal. */
export interface Tools {
  readonly settingsOf: SettingsOf;
  readonly aws: (region: string | undefined) => Aws;
  readonly run: Run;
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
}

/** What commands also need if they ask a question, read the clock or wait. */
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

/** Runs a tool that either succeeds or throws a `Problem`, and returns its exit code. */
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
 * Makes everything that the tools print safe for a terminal, because errors and outputs of AWS can contain any text.
 */
const withPrintableText = <Given extends Tools>(tools: Given): Given => ({
  ...tools,
  out: (text: string) => tools.out(printableLines(text)),
  err: (text: string) => tools.err(printableLines(text)),
});

/** Runs a program, and throws a Problem unless it succeeds, so that no later program runs. */
export async function runStep(
  { run }: Pick<Tools, 'run'>,
  failure: string,
  ...[program, args]: Parameters<Run>
): Promise<void> {
  if ((await run(program, args)) !== 0) throw new Problem(`${failure}; nothing more was done.`);
}
