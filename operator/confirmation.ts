import { Problem } from '../tooling/command-line/problem.ts';
import type { Target } from './target.ts';

/** Undefined when there is no terminal to ask on. */
export type Confirm = (question: string) => Promise<boolean | undefined>;

/** On a stage that keeps its data, asks first, and throws a Problem unless the person agrees. Elsewhere it does nothing. */
export async function confirmHarm(
  harm: string,
  { keepsData, stackName }: Pick<Target, 'keepsData' | 'stackName'>,
  confirm: Confirm,
): Promise<void> {
  if (!keepsData) return;
  const isAgreed = await confirm(`On ${stackName}: ${harm} Continue?`);
  if (isAgreed === undefined) {
    throw new Problem(`Nothing was done, because there is no terminal to ask on. Add --yes to change ${stackName}.`);
  }
  if (!isAgreed) throw new Problem('Nothing was done.');
}
