import { stackTags } from '../../lib/stages.ts';
import { stackNameOf } from '../../shared/names/stage-names.ts';
import type { Stack } from './aws/stacks.ts';
import { latestExpiry } from './expiry.ts';

/** The existing stacks of one stage, in the order in which they can be deleted. */
export interface StageStacks {
  readonly stage: string;
  readonly stacks: readonly Stack[];
  /**
   * When the last stack of the stage expires. Undefined if one of these stacks has no expiry, or if a foreign
   * stack has the name of one.
   */
  readonly expiresAt: string | undefined;
  /** Whether the stage keeps its data. Undefined if the stacks do not say this. */
  readonly keepsData: boolean | undefined;
}

/** The service stack is deleted first, because it imports values of the stateful stack. */
const DELETED_IN_ORDER = ['service', 'stateful'] as const;

export const stackNames = (stage: string) => DELETED_IN_ORDER.map((stack) => stackNameOf(stage, stack));

/** Reports whether a stack belongs to this service and stage. Another stack can have the same name. */
export const isStackOfStage = ({ tags }: Stack, stage: string) =>
  Object.entries(stackTags(stage)).every(([name, value]) => tags[name] === value);

/** Finds the stages to which the stacks of an account and region belong. */
export function findStages(stacks: readonly Stack[]): StageStacks[] {
  const stages = new Set(stacks.flatMap(({ tags }) => tags['stage'] ?? []));
  return [...stages].sort().flatMap((stage) => {
    const found = stackNames(stage).flatMap((name) => stacks.find((stack) => stack.name === name) ?? []);
    const ours = found.filter((stack) => isStackOfStage(stack, stage));
    if (ours.length === 0) return [];
    return {
      stage,
      stacks: ours,
      expiresAt: ours.length === found.length ? latestExpiry(ours) : undefined,
      keepsData: keepsData(ours),
    };
  });
}

function keepsData(stacks: readonly Stack[]): boolean | undefined {
  const said = stacks.flatMap(({ outputs }) => outputs['KeepsData'] ?? []);
  if (stacks.some(({ isProtected }) => isProtected) || said.some((value) => value !== 'false')) return true;
  return said.length > 0 ? false : undefined;
}
