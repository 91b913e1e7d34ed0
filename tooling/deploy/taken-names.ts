import { EXPIRY_TAG, type StageSettings } from '../../lib/stages.ts';
import { logGroupPrefix } from '../../shared/names/stage-names.ts';
import { type AccountAndRegion, accountAndRegionText } from './account-and-region.ts';
import type { Aws } from './aws/aws.ts';
import type { ProblemText } from './problems.ts';
import { isStackOfStage, stackNames } from './stage-stacks.ts';

/**
 * Returns problems if a name of the stage is taken: by a stack that does not belong to the stage, by log groups that an
 * earlier stage left, or, if the stage is temporary, by a permanent stage. Other fixed names of a stage begin
 * like the names of its stacks, so they are not checked.
 */
export async function problemsOfNames(
  { stage, expiresAt }: StageSettings,
  place: AccountAndRegion,
  aws: Aws,
): Promise<ProblemText[]> {
  const found = (await Promise.all(stackNames(stage).map((name) => aws.stack(name)))).flatMap((stack) => stack ?? []);
  const foreign = found.filter((stack) => !isStackOfStage(stack, stage));
  if (foreign.length > 0) {
    return foreign.map(
      ({ name }) =>
        `The name ${name} is taken in ${accountAndRegionText(place)} by a stack that does not belong to this stage: choose another stage name.`,
    );
  }
  if (expiresAt !== undefined && found.some(({ tags }) => tags[EXPIRY_TAG] === undefined)) {
    return [
      `Stage ${stage} exists in ${accountAndRegionText(place)} without an expiry, so it may be a permanent stage: choose another stage name.`,
    ];
  }
  if (found.length > 0) return [];
  const left = await aws.logGroups(`${logGroupPrefix(stage)}/`);
  if (left.length === 0) return [];
  return [
    `Log groups of an earlier stage ${stage} are left in ${accountAndRegionText(place)}, and their names are taken: delete ${left.join(', ')}, or import them with \`cdk import\`.`,
  ];
}
