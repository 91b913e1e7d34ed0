import * as z from 'zod';
import { Problem } from '../tooling/command-line/problem.ts';
import type { Prepared } from './command.ts';
import type { Target } from './target.ts';

/** The option with which a harmful command does not ask for confirmation. */
const confirmed = z.object({ yes: z.boolean().default(false) });

/** Asks the person at the terminal, and returns whether they agree. Returns undefined if there is no terminal. */
export type Confirm = (question: string) => Promise<boolean | undefined>;

/**
 * Asks for confirmation on a stage that keeps its data if the command does harm, unless the options have `--yes`. The
 * field `harm` of each command says when. Throws a Problem if the person does not agree, or cannot be asked.
 */
export async function confirmHarm(
  { harm }: Pick<Prepared, 'harm'>,
  options: unknown,
  { keepsData, stackName }: Pick<Target, 'keepsData' | 'stackName'>,
  confirm: Confirm,
): Promise<void> {
  if (harm === undefined || !keepsData || confirmed.parse(options).yes) return;
  const isAgreed = await confirm(`On ${stackName}: ${harm} Continue?`);
  if (isAgreed === undefined) {
    throw new Problem(
      `Nothing was done, because there is no terminal on which to ask. Add --yes to change ${stackName}.`,
    );
  }
  if (!isAgreed) throw new Problem('Nothing was done.');
}
