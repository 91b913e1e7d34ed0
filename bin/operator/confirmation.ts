import { Refusal } from '../../shared/domain/refusal.ts';
import type { Target } from './target.ts';

/** Undefined when there is no terminal to ask on. */
export type Confirm = (question: string) => Promise<boolean | undefined>;

/** Goes on only if the person agrees to the harm, where data is kept. Elsewhere nothing is lost that was to last. */
export async function confirmHarm(
  harm: string,
  { keepsData, stackName }: Pick<Target, 'keepsData' | 'stackName'>,
  confirm: Confirm,
): Promise<void> {
  if (!keepsData) return;
  const isAgreed = await confirm(`On ${stackName}: ${harm} Continue?`);
  if (isAgreed === undefined) {
    throw new Refusal(`Nothing was done: there is no terminal to confirm on, so add --yes to change ${stackName}.`);
  }
  if (!isAgreed) throw new Refusal('Nothing was done.');
}
