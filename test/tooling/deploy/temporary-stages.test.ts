import { afterEach, describe, expect, it } from '@jest/globals';
import { type DeployTools, runDeploy } from '../../../tooling/deploy/run.ts';
import { ACCOUNT, type FakeAws, startFakeAws } from '../../support/aws/fake-aws.ts';
import { accountWith, type FakeStack, temporary } from '../../support/aws/fake-stacks.ts';
import { terminalOn } from './world.ts';

const PLACE = `account ${ACCOUNT}, eu-west-1`;
const SOON = '2026-11-26T10:00:00Z';
const PAST = '2026-11-23T10:00:00Z';

let fake: FakeAws | undefined;
afterEach(async () => {
  await fake?.close();
  fake = undefined;
});

async function terminal(
  stacks: readonly FakeStack[],
  logGroups: readonly string[] = [],
  other: Partial<DeployTools> = {},
) {
  const account = accountWith(stacks, logGroups);
  fake = await startFakeAws(account.responses);
  const made = terminalOn(fake, other);
  return { ...made, account, deploy: (...args: string[]) => runDeploy(args, made.tools) };
}

/** Other stacks that an account has. */
const staying = (stage: string, part: string): FakeStack => ({
  name: `partner-lines-${stage}-${part}`,
  tags: { service: 'partner-lines', stage },
});
const dev = [staying('dev', 'service'), staying('dev', 'stateful')];
/** A stage past its date, with changes to one of its stacks. */
const late = (part: 'service' | 'stateful', changes: Partial<FakeStack>) =>
  temporary('pr-3', PAST).map((stack) => (stack.name.endsWith(part) ? { ...stack, ...changes } : stack));
const untagged = { service: 'partner-lines', stage: 'pr-3' };
const expiry = (expiresAt: string) => ({ ...untagged, 'expires-at': expiresAt });
const silent = (stacks: readonly FakeStack[]) => stacks.map((stack) => ({ ...stack, outputs: {} }));
const foreign: FakeStack = { name: 'partner-lines-pr-1-service', tags: { stage: 'pr-1' } };

describe('npm run deploy with --expires', () => {
  it('deploys a temporary stage whose stacks say when it may be removed, and prints how to remove it', async () => {
    const { deploy, ran, said } = await terminal([]);
    expect(await deploy('--stage', 'pr-123', '--expires', '3d', '--yes')).toBe(0);
    expect(ran).toEqual([
      'build',
      `cdk synth -c stage=pr-123 -c commit=0123abc -c expiresAt=${SOON} -o cdk.out/pr-123 -q`,
      'cdk diff --app cdk.out/pr-123',
      'cdk deploy --app cdk.out/pr-123 --all --require-approval never --outputs-file cdk.out/pr-123/outputs.json',
    ]);
    expect(said.at(-1)).toBe(`Until ${SOON}. Remove it: npm run deploy -- --destroy --stage pr-123`);
  });

  it('deploys a temporary stage again, with a new expiry', async () => {
    const { deploy, ran } = await terminal(temporary('pr-1', PAST));
    expect(await deploy('--stage', 'pr-1', '--expires', '12h', '--yes')).toBe(0);
    expect(ran[1]).toContain('-c expiresAt=2026-11-23T22:00:00Z');
  });

  it.each<[string, FakeStack[], string[], string]>([
    ['another service has a stack of this name', [foreign], [], `The name ${foreign.name} is taken in ${PLACE}`],
    [
      'a stage of this name was deployed without an expiry',
      [staying('pr-1', 'service'), staying('pr-1', 'stateful')],
      [],
      `Stage pr-1 exists in ${PLACE} without an expiry`,
    ],
    [
      'log groups of an earlier stage are left',
      [],
      ['/partner-lines/pr-1/relay', '/partner-lines/pr-12/relay'],
      `Log groups of an earlier stage pr-1 are left in ${PLACE}, and their names are taken: delete /partner-lines/pr-1/relay, or`,
    ],
  ])('deploys nothing when %s', async (_why, stacks, logGroups, sentence) => {
    const { deploy, ran, said } = await terminal(stacks, logGroups);
    expect(await deploy('--stage', 'pr-1', '--expires', '3d', '--yes')).toBe(1);
    expect(said.at(-1)).toContain(sentence);
    expect(ran).toEqual([]);
  });
});

describe('npm run deploy with --destroy', () => {
  it('asks, deletes the service stack and then the data, and removes log groups that are left', async () => {
    const { deploy, said, questions, account } = await terminal(
      [...dev, ...temporary('pr-1', SOON), ...temporary('pr-12', SOON)],
      ['/partner-lines/pr-1/relay', '/partner-lines/pr-12/relay'],
    );
    expect(await deploy('--destroy', '--stage', 'pr-1')).toBe(0);
    expect(questions).toEqual([`Remove stage pr-1 with all its data from ${PLACE}?`]);
    expect(account.deleted).toEqual(['partner-lines-pr-1-service', 'partner-lines-pr-1-stateful']);
    expect([...account.groups]).toEqual(['/partner-lines/pr-12/relay']);
    expect(said.at(-1)).toBe('Stage pr-1 is removed.');
  });

  it('waits until one stack is gone before it deletes the next', async () => {
    const { deploy } = await terminal(temporary('pr-1', SOON));
    await deploy('--destroy', '--stage', 'pr-1', '--yes');
    const asked = fake?.asked.map((line) => line.replace(/.*:(\w+) in .*/, '$1')).join(' ');
    expect(asked).toContain('DeleteStack DescribeStacks DescribeStacks ListStackResources DeleteStack');
  });

  it('finishes a removal of which only the stack with the data is left', async () => {
    const { deploy, account } = await terminal(temporary('pr-1', SOON).slice(1));
    expect(await deploy('--destroy', '--stage', 'pr-1', '--yes')).toBe(0);
    expect(account.deleted).toEqual(['partner-lines-pr-1-stateful']);
  });

  it('removes dev, and says what CloudFormation left behind', async () => {
    const role: FakeStack['retained'] = [['AWS::IAM::Role', 'dev-AccountLogRole']];
    const { deploy, said, account } = await terminal(dev.map((stack) => ({ ...stack, retained: role })));
    expect(await deploy('--destroy', '--stage', 'dev', '--yes')).toBe(0);
    expect(account.deleted).toHaveLength(2);
    expect(said).toContain('Left behind by CloudFormation: AWS::IAM::Role dev-AccountLogRole');
  });

  it('stops at a stack that cannot be deleted, and says why', async () => {
    const stacks = temporary('pr-1', SOON).map((stack) => ({ ...stack, cannotBeDeleted: 'The bucket is not empty' }));
    const { deploy, said, account } = await terminal(stacks);
    expect(await deploy('--destroy', '--stage', 'pr-1', '--yes')).toBe(1);
    expect(account.deleted).toEqual(['partner-lines-pr-1-service']);
    expect(said.at(-1)).toBe(
      'CloudFormation could not delete partner-lines-pr-1-service (The bucket is not empty): remove what blocks it, and run the same command again.',
    );
  });

  it.each<[string, string, FakeStack[]]>([
    ['prod keeps its data by its settings', 'prod', []],
    [
      'the deployed service says that it keeps its data',
      'pr-1',
      temporary('pr-1', SOON).map((stack) => ({ ...stack, outputs: { KeepsData: 'true' } })),
    ],
    ['a stack is protected', 'staging', [{ ...staying('staging', 'stateful'), isProtected: true }]],
  ])('removes nothing when %s', async (_why, stage, stacks) => {
    const { deploy, said, account } = await terminal(stacks);
    expect(await deploy('--destroy', '--stage', stage, '--yes')).toBe(1);
    expect(said.at(-1)).toBe(
      `Stage ${stage} keeps its data: remove it by hand, as docs/deploy.md says under "Tear down".`,
    );
    expect(account.deleted).toEqual([]);
  });

  it.each<[string, string[], Partial<DeployTools>, number, string]>([
    ['the person declines', ['pr-1'], { confirm: async () => false }, 1, 'Nothing was removed.'],
    [
      'there is no terminal',
      ['pr-1'],
      { confirm: async () => undefined },
      1,
      'There is no terminal to ask on: add --yes to remove, or --dry-run to only look.',
    ],
    ['it is a dry run', ['pr-1', '--dry-run'], {}, 0, 'A dry run: nothing was removed.'],
    ['there is no such stage', ['pr-9'], {}, 1, `Stage pr-9 has no stacks in ${PLACE}.`],
    [
      'the stage has no expiry',
      ['old'],
      {},
      1,
      'Stage old was not deployed with --expires, so it may be meant to stay: remove it as docs/deploy.md says under "Tear down".',
    ],
  ])('removes nothing when %s', async (_why, args, other, code, sentence) => {
    const { deploy, said, account } = await terminal(
      [staying('old', 'service'), ...temporary('pr-1', SOON)],
      [],
      other,
    );
    expect(await deploy('--destroy', '--stage', ...args)).toBe(code);
    expect([said.at(-1), account.deleted]).toEqual([sentence, []]);
  });
});

describe('npm run deploy with --expired', () => {
  const stacks = [...dev, ...temporary('pr-1', PAST), ...temporary('pr-2', SOON)];

  it('lists the stages past their date, asks once, and removes only these', async () => {
    const { deploy, said, questions, account } = await terminal(stacks);
    expect(await deploy('--expired')).toBe(0);
    expect(said[0]).toBe(
      `pr-1, until ${PAST}: partner-lines-pr-1-service (CREATE_COMPLETE), partner-lines-pr-1-stateful (CREATE_COMPLETE)`,
    );
    expect(questions).toEqual([`Remove this stage with all data from ${PLACE}?`]);
    expect(account.deleted).toEqual(['partner-lines-pr-1-service', 'partner-lines-pr-1-stateful']);
  });

  it('removes the others although one cannot be removed, and then fails', async () => {
    const [service, ...others] = temporary('pr-0', PAST);
    const stuck = service ? [{ ...service, cannotBeDeleted: 'A bucket is not empty' }, ...others] : [];
    const { deploy, said, account } = await terminal([...stuck, ...stacks]);
    expect(await deploy('--expired', '--yes')).toBe(1);
    expect(account.deleted).toEqual(
      expect.arrayContaining(['partner-lines-pr-1-service', 'partner-lines-pr-1-stateful']),
    );
    expect(said.at(-1)).toContain('could not delete partner-lines-pr-0-service (A bucket is not empty)');
  });

  it('keeps a stage that is deployed again before the question is answered', async () => {
    const tags: Record<string, string> = expiry(PAST);
    const confirm = async () => {
      tags['expires-at'] = SOON;
      return true;
    };
    const { deploy, said, account } = await terminal(late('service', { tags }), [], { confirm });
    expect(await deploy('--expired')).toBe(0);
    expect([said.at(-1), account.deleted]).toEqual(['Stage pr-3 was changed meanwhile, so it stays.', []]);
  });

  it.each<[string, FakeStack[]]>([
    ['its data stack expires later', late('stateful', { tags: expiry(SOON) })],
    ['its service stack expires later', late('service', { tags: expiry(SOON) })],
    ['its data stack has no expiry', late('stateful', { tags: untagged })],
    ['its service stack has no expiry', late('service', { tags: untagged })],
    ['the expiry of a stack is no date', late('stateful', { tags: expiry('never') })],
    ['another service has a stack of its name', late('service', { tags: { ...expiry(PAST), service: 'another' } })],
    ['it is dev with an expiry', temporary('dev', PAST)],
    ['it is staging with an expiry', temporary('staging', PAST)],
    ['it is prod with an expiry, without protection and without outputs', silent(temporary('prod', PAST))],
    ['its name begins with that of another stage', temporary('prod-2', PAST)],
    ['its service stack is being updated', late('service', { status: 'UPDATE_IN_PROGRESS' })],
    ['its data stack is being updated', late('stateful', { status: 'UPDATE_IN_PROGRESS' })],
    ['an update is being cleaned up', late('service', { status: 'UPDATE_COMPLETE_CLEANUP_IN_PROGRESS' })],
    ['it is being deleted', late('service', { status: 'DELETE_IN_PROGRESS' })],
    ['no stack says whether it keeps its data', silent(temporary('pr-3', PAST))],
    ['a stack says that it keeps its data', late('stateful', { outputs: { KeepsData: 'true' } })],
    ['it is unclear whether it keeps its data', late('stateful', { outputs: { KeepsData: '' } })],
    ['a stack is protected', late('service', { isProtected: true })],
  ])('keeps a stage past its date, and removes another, when %s', async (_why, kept) => {
    const { deploy, account } = await terminal([...kept, ...temporary('pr-1', PAST)]);
    expect(await deploy('--expired', '--yes')).toBe(0);
    expect(account.deleted).toEqual(['partner-lines-pr-1-service', 'partner-lines-pr-1-stateful']);
  });

  it.each<[string, FakeStack[], string]>([
    ['its name', temporary('dev', PAST), 'Stage dev is past its date, but stays: its name is not that of'],
    ['its data', late('service', { isProtected: true }), 'Stage pr-3 is past its date, but stays: it keeps its data'],
    ['unknown data', silent(temporary('pr-3', PAST)), 'stays: no stack has the output KeepsData.'],
    [
      'a deployment',
      late('service', { status: 'UPDATE_IN_PROGRESS' }),
      'stays: partner-lines-pr-3-service is in UPDATE_IN_PROGRESS.',
    ],
  ])('says why a stage past its date stays: for %s', async (_why, kept, sentence) => {
    const { deploy, said } = await terminal(kept);
    expect(await deploy('--expired', '--yes')).toBe(0);
    expect(said).toEqual([expect.stringContaining(sentence), `There is nothing to remove in ${PLACE}.`]);
  });

  it('removes a stage as soon as the later of two expiries has passed', async () => {
    const { deploy, account } = await terminal(late('service', { tags: expiry('2026-11-22T10:00:00Z') }));
    expect(await deploy('--expired', '--yes')).toBe(0);
    expect(account.deleted).toEqual(['partner-lines-pr-3-service', 'partner-lines-pr-3-stateful']);
  });

  it('removes the data of a stage whose service stack is gone', async () => {
    const { deploy, account } = await terminal(temporary('pr-1', PAST).slice(1));
    expect(await deploy('--expired', '--yes')).toBe(0);
    expect(account.deleted).toEqual(['partner-lines-pr-1-stateful']);
  });

  it('only lists them in a dry run', async () => {
    const { deploy, said, account } = await terminal(stacks);
    expect(await deploy('--expired', '--dry-run')).toBe(0);
    expect([said.length, account.deleted]).toEqual([2, []]);
  });

  it('says that there is nothing to remove when no stage is past its date', async () => {
    const { deploy, said } = await terminal([...dev, ...temporary('pr-2', SOON)]);
    expect(await deploy('--expired')).toBe(0);
    expect(said).toEqual([`There is nothing to remove in ${PLACE}.`]);
  });
});

describe('the name and expiry of a temporary stage', () => {
  it.each(['1h', '30d', '720h'])('may be %s from now', async (expires) => {
    const { deploy } = await terminal([]);
    expect(await deploy('--stage', 'pr-1', '--expires', expires, '--dry-run')).toBe(0);
  });

  it.each<[string[], string]>([
    ...['', '3', '3w', '-1d', '0h', '31d', '721h', '1.5d', '3d '].map((expires): [string[], string] => [
      ['--stage', 'pr-1', `--expires=${expires}`],
      `--expires needs hours or days, at least 1h and at most 30d, such as 12h or 3d, not ${JSON.stringify(expires)}.`,
    ]),
    ...[
      '',
      'PR-1',
      'pr_1',
      '1-pr',
      'pr--1',
      'pr-1-',
      'prod-2',
      'kr',
      'dev-ann',
      'a-name-of-fifteen',
      '-pr',
      'pr 1',
    ].map((stage): [string[], string] => [
      [`--stage=${stage}`, '--expires', '3d'],
      `${JSON.stringify(stage)} cannot be the name of a temporary stage: use up to 14 lower-case letters, digits and single hyphens, begin with a letter, and with no other stage's name, such as pr-123`,
    ]),
    [['--stage', 'prod', '--expires', '3d'], 'Stage prod does not expire: leave out the expiry'],
    [
      ['--stage', 'pr-1'],
      'Unknown stage "pr-1": choose one of dev, staging, prod, kr-prod, ca-prod, or add --expires 3d for a temporary stage',
    ],
    [['--destroy'], 'Name the stage to remove: --destroy --stage NAME.'],
    [
      ['--destroy', '--stage', 'pr-1', '--expires', '3d'],
      '--destroy does not go with --expires; see npm run deploy -- --help.',
    ],
    [['--expired', '--stage', 'pr-1'], '--expired does not go with --stage; see npm run deploy -- --help.'],
    [['--preflight', '--stage', 'dev', '--yes'], '--preflight does not go with --yes; see npm run deploy -- --help.'],
  ])('are rejected in one sentence, and nothing is asked of AWS: %j', async (args, sentence) => {
    const { deploy, said, ran } = await terminal([]);
    expect(await deploy(...args)).toBe(2);
    expect([said, ran, fake?.asked]).toEqual([[sentence], [], []]);
  });
});
