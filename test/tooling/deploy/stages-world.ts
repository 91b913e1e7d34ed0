import { type DeployTools, runDeploy } from '../../../tooling/deploy/run.ts';
import { ACCOUNT, type FakeAws, startFakeAws } from '../../support/aws/fake-aws.ts';
import { accountWith, type FakeStack } from '../../support/aws/fake-stacks.ts';
import { createTerminal } from './world.ts';

export const PLACE = `account ${ACCOUNT}, eu-west-1`;
export const SOON = '2026-11-26T10:00:00Z';
export const PAST = '2026-11-23T10:00:00Z';

let fake: FakeAws | undefined;
export async function closeAccount() {
  await fake?.close();
  fake = undefined;
}

/** Returns a terminal in front of an account with these stacks. */
export async function terminal(
  stacks: readonly FakeStack[],
  logGroups: readonly string[] = [],
  other: Partial<DeployTools> = {},
) {
  const account = accountWith(stacks, logGroups);
  fake = await startFakeAws(account.responses);
  const made = createTerminal(fake, other);
  return { ...made, account, asked: fake.asked, deploy: (...args: string[]) => runDeploy(args, made.tools) };
}

/** Other stacks that an account has. */
export const staying = (stage: string, part: string): FakeStack => ({
  name: `partner-lines-${stage}-${part}`,
  tags: { service: 'partner-lines', stage },
});
export const dev = [staying('dev', 'service'), staying('dev', 'stateful')];
