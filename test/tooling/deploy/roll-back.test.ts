import { afterEach, describe, expect, it } from '@jest/globals';
import { Problem } from '../../../tooling/command-line/problem.ts';
import type { DeployTools } from '../../../tooling/deploy/run.ts';
import { ACCOUNT, closeFakes } from '../../support/aws/fake-aws.ts';
import type { FakeStack } from '../../support/aws/fake-stacks.ts';
import { terminal as terminalOf } from './world.ts';

const [THIRD, SECOND, FIRST] = ['cccc0000', 'bbbb0000', 'aaaa0000'] as const;
const TOO_OLD = '99990000';
const SERVICE = 'partner-lines-dev-service';

afterEach(closeFakes);

interface Given {
  /** The outputs of the deployed service stack. */
  readonly outputs?: Readonly<Record<string, string>>;
  readonly exports?: readonly string[];
  readonly stacks?: readonly FakeStack[];
  readonly other?: Partial<DeployTools>;
}

/** A stage on which three versions were deployed. Each imports the table. */
async function terminal({
  outputs = { Commit: THIRD, PreviousCommits: `${SECOND},${FIRST}` },
  exports = ['stateful:Table', 'stateful:Queue'],
  stacks = [
    { name: SERVICE, outputs },
    { name: 'partner-lines-dev-stateful', exports },
  ],
  other,
}: Given = {}) {
  const built: string[] = [];
  const made = await terminalOf(stacks, [], {
    versions: {
      fullName: (commit) => commit,
      rejectTooOld: (commit) => {
        if (commit === TOO_OLD) throw new Problem('is older than the first version');
      },
      synthesize: (commit, context, folder) => void built.push([commit, ...context, folder].join(' ')),
    },
    readJson: () => ({ Resources: { A: { Properties: { Table: { 'Fn::ImportValue': 'stateful:Table' } } } } }),
    ...other,
  });
  return { ...made, built };
}

describe('the rollback of a stage with `npm run deploy -- --version`', () => {
  it('`npm run deploy -- --version` deploys only the service stack', async () => {
    const { deploy, built, ran, questions } = await terminal();
    expect(await deploy('--stage', 'dev', '--version', 'previous')).toBe(0);
    const folder = `cdk.out/dev-${SECOND}`;
    expect(built).toEqual([`${SECOND} -c stage=dev -c commit=${SECOND} -c partner-lines:previous=${FIRST} ${folder}`]);
    expect(ran).toEqual([
      `cdk diff --app ${folder} --exclusively ${SERVICE}`,
      `cdk deploy --app ${folder} --exclusively ${SERVICE} --require-approval never --outputs-file ${folder}/outputs.json`,
    ]);
    expect(questions).toEqual([`Roll back stage dev, account ${ACCOUNT}, eu-west-1, to version ${SECOND}?`]);
  });

  it('`npm run deploy -- --version` says before the build what changes', async () => {
    const { deploy, said } = await terminal();
    await deploy('--stage', 'dev', '--version', 'previous', '--dry-run');
    expect(said[0]).toContain(`from version ${THIRD} to version ${SECOND}. Only ${SERVICE} changes`);
    expect(said[0]).toContain('The stateful stack stays as it is: table, queues, keys and logs.');
  });

  it('`npm run deploy -- --version` accepts a commit instead of the word `previous`', async () => {
    const { deploy, built } = await terminal();
    expect(await deploy('--stage', 'dev', '--version', FIRST, '--yes')).toBe(0);
    expect(built[0]).toContain(`${FIRST} -c stage=dev -c commit=${FIRST} cdk.out`);
  });

  it('`npm run deploy -- --version` deploys nothing in a dry run or if the person declines', async () => {
    const dry = await terminal();
    expect(await dry.deploy('--stage', 'dev', '--version', 'previous', '--dry-run')).toBe(0);
    expect(dry.said.at(-1)).toBe('A dry run: nothing was deployed.');
    const declined = await terminal({ other: { confirm: async () => false } });
    expect(await declined.deploy('--stage', 'dev', '--version', 'previous')).toBe(1);
    expect([...dry.ran, ...declined.ran].filter((command) => command.startsWith('cdk deploy'))).toEqual([]);
  });

  it.each<[string, Given, string, string]>([
    ['that is already deployed', {}, THIRD, 'is already deployed'],
    ['that the stage does not know', { outputs: { Commit: THIRD } }, 'previous', 'find its commit in git log'],
    [
      'that is in no commit',
      { outputs: { Commit: THIRD, PreviousCommits: `${SECOND}-changed,${FIRST}` } },
      'previous',
      `cannot be built again: choose another commit with --version <commit>. Known: ${SECOND}-changed, ${FIRST}.`,
    ],
    [
      'that imports what the stateful stack does not export',
      { exports: ['stateful:Queue'] },
      'previous',
      'imports what partner-lines-dev-stateful does not export: stateful:Table. Nothing was deployed.',
    ],
    ['that is too old', {}, TOO_OLD, 'is older than the first version'],
    ['of a stage that is not deployed', { stacks: [] }, 'previous', 'there is nothing to roll back'],
  ])('`npm run deploy -- --version` rejects a version %s', async (_, given, version, sentence) => {
    const { deploy, ran, said } = await terminal(given);
    expect(await deploy('--stage', 'dev', '--version', version, '--yes')).toBe(1);
    expect(said.at(-1)).toContain(sentence);
    expect(ran).toEqual([]);
  });

  it('`npm run deploy -- --version` cannot be combined with `--preflight`', async () => {
    const { deploy, said } = await terminal();
    expect(await deploy('--stage', 'dev', '--version', 'previous', '--preflight')).toBe(2);
    expect(said.at(-1)).toContain('--preflight cannot be combined with --version');
  });
});

describe("a stage's list of previous commits", () => {
  const cdkContextOf = async (outputs: Readonly<Record<string, string>>) => {
    const { deploy, ran } = await terminal({ outputs, other: { readJson: () => ({}) } });
    await deploy('--stage', 'dev', '--yes');
    return ran.find((command) => command.startsWith('cdk synth')) ?? '';
  };

  it('the list of previous commits begins with the commit that the deployment replaces', async () => {
    expect(await cdkContextOf({ Commit: THIRD, PreviousCommits: `${SECOND},${FIRST}` })).toContain(
      `-c partner-lines:previous=${THIRD},${SECOND},${FIRST} `,
    );
  });

  it('the list of previous commits does not grow if the same commit is deployed again', async () => {
    expect(await cdkContextOf({ Commit: '0123abc', PreviousCommits: SECOND })).toContain(
      `-c partner-lines:previous=${SECOND} `,
    );
  });

  it('the list of previous commits keeps the last ten commits', async () => {
    const eleven = Array.from({ length: 11 }, (_, index) => `commit${index}`);
    const context = await cdkContextOf({ Commit: THIRD, PreviousCommits: eleven.join(',') });
    expect(context).toContain('commit8 ');
    expect(context).not.toContain('commit9');
  });
});
