import { afterEach, describe, expect, it } from '@jest/globals';
import type { DeployTools } from '../../../tooling/deploy/run.ts';
import { closeFakes } from '../../support/aws/fake-aws.ts';
import { type FakeStack, temporary } from '../../support/aws/fake-stacks.ts';
import { dev, PAST, PLACE, SOON, staying, terminal } from './world.ts';

afterEach(closeFakes);

const foreign: FakeStack = { name: 'partner-lines-pr-1-service', tags: { stage: 'pr-1' } };

describe('a temporary stage that `npm run deploy -- --expires` makes', () => {
  it('`npm run deploy -- --expires` prints how to remove the temporary stage', async () => {
    const { deploy, ran, said } = await terminal([]);
    expect(await deploy('--stage', 'pr-123', '--expires', '3d', '--yes')).toBe(0);
    expect(ran).toEqual([
      'build',
      `cdk synth -c stage=pr-123 -c commit=0123abc -c expiresAt=${SOON} -o cdk.out/pr-123 -q`,
      'cdk diff --app cdk.out/pr-123',
      'cdk deploy --app cdk.out/pr-123 --all --require-approval never --outputs-file cdk.out/pr-123/outputs.json',
    ]);
    expect(said.at(-1)).toBe(`The stage expires at ${SOON}. Remove it: npm run deploy -- --destroy --stage pr-123`);
  });

  it('`npm run deploy -- --expires` can deploy an existing temporary stage again with a new expiry', async () => {
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
  ])('`npm run deploy -- --expires` deploys nothing if %s', async (_why, stacks, logGroups, sentence) => {
    const { deploy, ran, said } = await terminal(stacks, logGroups);
    expect(await deploy('--stage', 'pr-1', '--expires', '3d', '--yes')).toBe(1);
    expect(said.at(-1)).toContain(sentence);
    expect(ran).toEqual([]);
  });
});

describe('`npm run deploy -- --destroy`', () => {
  it('`npm run deploy -- --destroy` deletes the service stack, the stateful stack and the remaining log groups', async () => {
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

  it('`npm run deploy -- --destroy` deletes the stateful stack only after the service stack is gone', async () => {
    const { deploy, asked: requests } = await terminal(temporary('pr-1', SOON));
    await deploy('--destroy', '--stage', 'pr-1', '--yes');
    const asked = requests.map((line) => line.replace(/.*:(\w+) in .*/, '$1')).join(' ');
    expect(asked).toContain('DeleteStack DescribeStacks DescribeStacks ListStackResources DeleteStack');
  });

  it('`npm run deploy -- --destroy` deletes a stateful stack whose service stack is already gone', async () => {
    const { deploy, account } = await terminal(temporary('pr-1', SOON).slice(1));
    expect(await deploy('--destroy', '--stage', 'pr-1', '--yes')).toBe(0);
    expect(account.deleted).toEqual(['partner-lines-pr-1-stateful']);
  });

  it('`npm run deploy -- --destroy` names the resources that CloudFormation left behind', async () => {
    const role: FakeStack['retained'] = [['AWS::IAM::Role', 'dev-AccountLogRole']];
    const { deploy, said, account } = await terminal(dev.map((stack) => ({ ...stack, retained: role })));
    expect(await deploy('--destroy', '--stage', 'dev', '--yes')).toBe(0);
    expect(account.deleted).toHaveLength(2);
    expect(said).toContain('Left behind by CloudFormation: AWS::IAM::Role dev-AccountLogRole');
  });

  it('`npm run deploy -- --destroy` stops at a stack that cannot be deleted', async () => {
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
      'the deployed service says that the stage keeps its data',
      'pr-1',
      temporary('pr-1', SOON).map((stack) => ({ ...stack, outputs: { KeepsData: 'true' } })),
    ],
    ['a stack is protected', 'staging', [{ ...staying('staging', 'stateful'), isProtected: true }]],
  ])('`npm run deploy -- --destroy` removes nothing if %s', async (_why, stage, stacks) => {
    const { deploy, said, account } = await terminal(stacks);
    expect(await deploy('--destroy', '--stage', stage, '--yes')).toBe(1);
    expect(said.at(-1)).toBe(
      `Stage ${stage} keeps its data, so remove the stage by hand, as docs/deploy.md says under "Tear down".`,
    );
    expect(account.deleted).toEqual([]);
  });

  it('`npm run deploy -- --destroy` removes nothing if a stack of another service has a name of the stage', async () => {
    const { deploy, said, account } = await terminal([foreign, ...temporary('pr-1', SOON).slice(1)]);
    expect(await deploy('--destroy', '--stage', 'pr-1', '--yes')).toBe(1);
    expect(said.at(-1)).toBe(
      `The stack ${foreign.name} lacks the tags of stage pr-1: remove the other stack of the stage as docs/deploy.md says under "Tear down".`,
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
      'There is no terminal for the question: add --yes, or --dry-run to only look.',
    ],
    ['it is a dry run', ['pr-1', '--dry-run'], {}, 0, 'A dry run: nothing was removed.'],
    ['there is no such stage', ['pr-9'], {}, 1, `Stage pr-9 has no stacks in ${PLACE}.`],
    [
      'the stage has no expiry',
      ['old'],
      {},
      1,
      'Stage old was not deployed with --expires, so it may be a permanent stage: remove it as docs/deploy.md says under "Tear down".',
    ],
  ])('`npm run deploy -- --destroy` removes nothing if %s', async (_why, args, other, code, sentence) => {
    const { deploy, said, account } = await terminal(
      [staying('old', 'service'), ...temporary('pr-1', SOON)],
      [],
      other,
    );
    expect(await deploy('--destroy', '--stage', ...args)).toBe(code);
    expect([said.at(-1), account.deleted]).toEqual([sentence, []]);
  });
});

describe('the name and expiry of a temporary stage', () => {
  it.each(['1h', '30d', '720h'])('the expiry of a temporary stage can be %s from now', async (expires) => {
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
      `${JSON.stringify(stage)} cannot be the name of a temporary stage: use up to 14 lower-case letters, digits and single hyphens, such as pr-123. Begin with a letter. No stage's name may begin with the name of another stage and a hyphen (stages: dev, staging, prod, kr-prod, ca-prod)`,
    ]),
    [['--stage', 'prod', '--expires', '3d'], 'Stage prod does not expire: leave out the expiry'],
    [
      ['--stage', 'pr-1'],
      'Unknown stage "pr-1": choose one of dev, staging, prod, kr-prod, ca-prod, or add --expires 3d for a temporary stage',
    ],
    [['--destroy'], 'Name the stage to remove: --destroy --stage NAME.'],
    [
      ['--destroy', '--stage', 'pr-1', '--expires', '3d'],
      '--destroy cannot be combined with --expires; see npm run deploy -- --help.',
    ],
    [['--expired', '--stage', 'pr-1'], '--expired cannot be combined with --stage; see npm run deploy -- --help.'],
    [
      ['--preflight', '--stage', 'dev', '--yes'],
      '--preflight cannot be combined with --yes; see npm run deploy -- --help.',
    ],
  ])('a wrong command line of `npm run deploy` is rejected with one message: %j', async (args, sentence) => {
    const { deploy, said, ran, asked } = await terminal([]);
    expect(await deploy(...args)).toBe(2);
    expect([said, ran, asked]).toEqual([[sentence], [], []]);
  });
});
