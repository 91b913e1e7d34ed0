import { EXPIRY_TAG } from '../../lib/stages.ts';
import type { Stack } from './aws/stacks.ts';

/** The stacks of one stage that exist, in the order in which they can be deleted. */
export interface StageStacks {
  readonly stage: string;
  readonly stacks: readonly Stack[];
  /** Absent if the stage is not a temporary one. */
  readonly expiresAt: string | undefined;
  readonly keepsData: boolean;
}

/** The service stack imports values of the stateful stack, so it is deleted first. */
const DELETED_IN_ORDER = ['service', 'stateful'] as const;

/** The names of both stacks of a stage. */
export const stackNames = (stage: string) => DELETED_IN_ORDER.map((part) => `partner-lines-${stage}-${part}`);

/** Whether it is a stack of this service and stage. Another stack can have the same name. */
export const isOurs = ({ tags }: Stack, stage: string) =>
  tags['service'] === 'partner-lines' && tags['stage'] === stage;

/** Finds the stages among the stacks of an account and region. */
export function stagesAmong(stacks: readonly Stack[]): StageStacks[] {
  const stages = new Set(stacks.flatMap(({ tags }) => tags['stage'] ?? []));
  return [...stages].sort().flatMap((stage) => {
    const ours = stackNames(stage).flatMap(
      (name) => stacks.find((stack) => stack.name === name && isOurs(stack, stage)) ?? [],
    );
    if (ours.length === 0) return [];
    return {
      stage,
      stacks: ours,
      expiresAt: ours.map(({ tags }) => tags[EXPIRY_TAG]).find((expiry) => expiry !== undefined),
      keepsData: ours.some(({ isProtected, outputs }) => isProtected || outputs['KeepsData'] === 'true'),
    };
  });
}
