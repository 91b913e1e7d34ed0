import { STAGE_NAMES } from '../../lib/stages.ts';
import { logGroupPrefix } from '../../shared/names/stage-names.ts';
import { Problem } from '../command-line/problem.ts';
import { type AccountAndRegion, accountAndRegionText, findAccountAndRegion } from './account-and-region.ts';
import type { Aws } from './aws/aws.ts';
import type { Stack } from './aws/stacks.ts';
import { hasExpired, whyStageStays } from './expiry.ts';
import type { Removal } from './flags.ts';
import { findStages, isStackOfStage, type StageStacks, stackNames } from './stage-stacks.ts';
import { type RemovalTools, requireConfirmation } from './tool.ts';

/** How long to wait for the deletion of a stack, and how often to check. A deletion usually takes minutes. */
const LONGEST_DELETION_MINUTES = 60;
const LOOK_EVERY_MS = 10_000;
const MOST_LOOKS = (LONGEST_DELETION_MINUTES * 60_000) / LOOK_EVERY_MS;

/**
 * Removes a stage with its data. Rejects a stage that keeps its data. Also rejects a stage without an expiry,
 * unless the stage is in lib/stages.ts.
 */
export async function destroyStage(stage: string, removal: Removal, tools: RemovalTools): Promise<void> {
  const fixed = STAGE_NAMES.some((name) => name === stage) ? tools.settingsOf(stage) : undefined;
  if (fixed?.keepsData) throw keepsDataProblem(stage);
  const aws = tools.aws(fixed?.env?.region);
  const place = fixed ? await findAccountAndRegion(fixed, aws) : await accountAndRegionOf(aws);
  const stacks = await aws.stacks();
  const found = findStages(stacks).find((candidate) => candidate.stage === stage);
  if (!found) throw new Problem(`Stage ${stage} has no stacks in ${accountAndRegionText(place)}.`);
  if (found.keepsData) throw keepsDataProblem(stage);
  const foreign = stacks.find((stack) => stackNames(stage).includes(stack.name) && !isStackOfStage(stack, stage));
  if (!fixed && foreign) {
    throw new Problem(
      `The stack ${foreign.name} lacks the tags of stage ${stage}: remove the other stack of the stage as docs/deploy.md says under "Tear down".`,
    );
  }
  if (!fixed && found.expiresAt === undefined) {
    throw new Problem(
      `Stage ${stage} was not deployed with --expires, so it may be a permanent stage: remove it as docs/deploy.md says under "Tear down".`,
    );
  }
  tools.out(describe(found));
  if (removal.isDryRun) return tools.out('A dry run: nothing was removed.');
  const question = `Remove stage ${stage} with all its data from ${accountAndRegionText(place)}?`;
  await requireConfirmation(tools, removal, 'remove', question);
  await removeStage(found, aws, tools);
}

/**
 * Lists the stages that have expired, and removes those that are temporary, keep no data, and have no stack that is
 * being changed.
 */
export async function removeExpired(removal: Removal, tools: RemovalTools): Promise<void> {
  const aws = tools.aws(undefined);
  const place = await accountAndRegionOf(aws);
  const past = await expiredStages(aws, tools);
  for (const found of past) {
    const reason = whyStageStays(found);
    if (reason !== undefined) tools.out(`Stage ${found.stage} has expired, but stays: ${reason}.`);
  }
  const expired = past.filter((found) => whyStageStays(found) === undefined);
  if (expired.length === 0) return tools.out(`There is nothing to remove in ${accountAndRegionText(place)}.`);
  for (const stage of expired) tools.out(describe(stage));
  if (removal.isDryRun) return tools.out('A dry run: nothing was removed.');
  const question = `Remove ${expired.length === 1 ? 'this stage' : `these ${expired.length} stages`} with all data from ${accountAndRegionText(place)}?`;
  await requireConfirmation(tools, removal, 'remove', question);
  await removeExpiredStages(expired, aws, tools);
}

async function expiredStages(aws: Aws, tools: RemovalTools): Promise<StageStacks[]> {
  const now = tools.now();
  return findStages(await aws.stacks()).filter(({ expiresAt }) => hasExpired(expiresAt, now));
}

/**
 * Checks each stage again before its removal, because somebody may have deployed the stage in the meantime. If a
 * stage cannot be removed, removes the other stages and then throws a Problem.
 */
async function removeExpiredStages(stages: readonly StageStacks[], aws: Aws, tools: RemovalTools): Promise<void> {
  const problems: string[] = [];
  for (const { stage } of stages) {
    try {
      const expired = (await expiredStages(aws, tools)).find((candidate) => candidate.stage === stage);
      if (expired && whyStageStays(expired) === undefined) await removeStage(expired, aws, tools);
      else tools.out(`Stage ${stage} was changed in the meantime, so it is not removed.`);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      problems.push(error.message);
    }
  }
  if (problems.length > 0) throw new Problem(problems.join('\n'));
}

const keepsDataProblem = (stage: string) =>
  new Problem(`Stage ${stage} keeps its data, so remove the stage by hand, as docs/deploy.md says under "Tear down".`);

const accountAndRegionOf = async (aws: Aws): Promise<AccountAndRegion> => ({
  region: await aws.region(),
  account: await aws.account(),
});

const describe = ({ stage, expiresAt, stacks }: StageStacks) =>
  `${stage}${expiresAt === undefined ? '' : `, until ${expiresAt}`}: ${stacks.map(({ name, status }) => `${name} (${status})`).join(', ')}`;

async function removeStage({ stage, stacks }: StageStacks, aws: Aws, tools: RemovalTools): Promise<void> {
  for (const stack of stacks) {
    tools.out(`Deleting ${stack.name}`);
    await aws.deleteStack(stack.id);
    await waitUntilDeleted(stack, aws, tools);
    for (const resource of await aws.leftBehind(stack.id)) tools.out(`Left behind by CloudFormation: ${resource}`);
  }
  // Log groups have fixed names, so a log group that remains would make the stage's next deployment fail.
  for (const group of await aws.logGroups(`${logGroupPrefix(stage)}/`)) {
    await aws.deleteLogGroup(group);
    tools.out(`Deleted the log group ${group}`);
  }
  tools.out(`Stage ${stage} is removed.`);
}

async function waitUntilDeleted({ id, name }: Stack, aws: Aws, { pause }: RemovalTools): Promise<void> {
  for (let look = 0; look < MOST_LOOKS; look++) {
    // The first look comes after a pause, because a stack can still show the failure of an earlier deletion.
    await pause(LOOK_EVERY_MS);
    const stack = await aws.stack(id);
    if (stack === undefined || stack.status === 'DELETE_COMPLETE') return;
    if (stack.status === 'DELETE_FAILED') {
      const reason = stack.reason === undefined ? '' : ` (${stack.reason})`;
      throw new Problem(
        `CloudFormation could not delete ${name}${reason}: remove what blocks it, and run the same command again.`,
      );
    }
  }
  throw new Problem(
    `${name} is still being deleted after ${LONGEST_DELETION_MINUTES} minutes: look at its events in CloudFormation.`,
  );
}
