import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { stageSettings } from '../../../lib/stages.ts';
import { Problem } from '../../../tooling/command-line/problem.ts';
import { type DeployTools, runDeploy } from '../../../tooling/deploy/run.ts';
import { ACCOUNT, closeFakes, type FakeAws, PREPARED, startFakeAws } from '../../support/aws/fake-aws.ts';
import { HOSTILE, steeringIn } from '../../support/hostile/hostile-text.ts';
import { createTerminal, settled } from './world.ts';

let fake: FakeAws;
beforeAll(async () => {
  fake = await startFakeAws(PREPARED);
});
afterAll(closeFakes);

/** A terminal for a stage whose settings are complete. */
function terminal(other: Partial<DeployTools> = {}) {
  const readJson = () => ({ 'partner-lines-prod-service': { ApiUrl: 'https://api.example.com/prod' } });
  const made = createTerminal(fake, { settingsOf: settled, readJson, ...other });
  return { ...made, deploy: (...args: string[]) => runDeploy(args, made.tools) };
}

describe('`npm run deploy`', () => {
  it('`npm run deploy` deploys exactly what it has checked', async () => {
    const { deploy, ran, questions } = terminal();
    expect(await deploy('--stage', 'prod')).toBe(0);
    expect(ran).toEqual([
      'build',
      'cdk synth -c stage=prod -c commit=0123abc -o cdk.out/prod -q',
      'cdk diff --app cdk.out/prod',
      'cdk deploy --app cdk.out/prod --all --require-approval never --outputs-file cdk.out/prod/outputs.json',
      'accept --stage prod',
    ]);
    expect(questions).toEqual([
      `Deploy this to stage prod, account ${ACCOUNT}, ca-central-1?`,
      'Test stage prod from outside now, with npm run accept?',
    ]);
  });

  it('`npm run deploy` fails if the acceptance after the deployment fails', async () => {
    const { deploy, said } = terminal({ run: async (program) => (program === 'accept' ? 1 : 0) });
    expect(await deploy('--stage', 'prod')).toBe(1);
    expect(said.at(-1)).toBe('Stage prod is deployed, but not accepted; nothing more was done.');
  });

  it('`npm run deploy` prints the commands that check the stage', async () => {
    const { deploy, said } = terminal();
    await deploy('--stage', 'prod', '--yes');
    expect(said.slice(-3)).toEqual([
      'The API: https://api.example.com/prod',
      'Check it: npm run -s operator -- --stack partner-lines-prod-service doctor',
      'Accept it: npm run -s accept -- --stage prod --json > accept-prod.json',
    ]);
  });

  it('`npm run deploy -- --prebuilt` deploys the functions that an earlier step has built', async () => {
    const { deploy, ran } = terminal();
    expect(await deploy('--stage', 'prod', '--prebuilt', '--yes')).toBe(0);
    expect(ran[0]).toContain('cdk synth');
  });

  it('`npm run deploy -- --yes` asks for no confirmation', async () => {
    const { deploy, ran, questions } = terminal();
    expect(await deploy('--stage', 'dev', '--yes')).toBe(0);
    expect(questions).toEqual([]);
    expect(ran.at(-1)).toContain('cdk deploy');
  });

  it('`npm run deploy` escapes control characters in messages of AWS', async () => {
    const outputs = { 'partner-lines-dev-service': { ApiUrl: HOSTILE } };
    const { deploy, said } = terminal({ readJson: () => outputs });
    await deploy('--stage', 'dev', '--yes');
    const aws = () => ({ ...terminal().tools.aws(undefined), account: () => Promise.reject(new Problem(HOSTILE)) });
    const rejected = terminal({ aws });
    expect(await rejected.deploy('--stage', 'dev', '--yes')).toBe(1);
    expect(steeringIn([...said, ...rejected.said].join('\n'))).toEqual([]);
  });

  it('`npm run deploy` deploys nothing in a dry run', async () => {
    const { deploy, ran, said } = terminal();
    expect(await deploy('--stage', 'staging', '--dry-run')).toBe(0);
    expect(ran.at(-1)).toBe('cdk diff --app cdk.out/staging');
    expect(said.at(-1)).toBe('A dry run: nothing was deployed.');
  });

  it('`npm run deploy` deploys nothing without confirmation or `--yes`', async () => {
    const rejected = terminal({ confirm: async () => false });
    expect(await rejected.deploy('--stage', 'prod')).toBe(1);
    expect(rejected.said.at(-1)).toBe('Nothing was deployed.');
    expect(rejected.ran.join()).not.toContain('cdk deploy');

    const unattended = terminal({ confirm: async () => undefined });
    expect(await unattended.deploy('--stage', 'prod')).toBe(1);
    expect(unattended.said.at(-1)).toContain('--yes');
    expect(unattended.ran.join()).not.toContain('cdk deploy');
  });

  it.each([
    ['build', 'The functions cannot be built'],
    ['cdk synth', 'The stacks did not pass their checks'],
    ['cdk diff', 'The differences cannot be shown'],
    ['cdk deploy', 'The deployment failed, or an alarm rolled it back'],
  ])('`npm run deploy` stops if `%s` fails', async (failing, sentence) => {
    const ran: string[] = [];
    const run: DeployTools['run'] = async (program, args) => {
      ran.push([program, ...args].join(' '));
      return ran.at(-1)?.startsWith(failing) ? 1 : 0;
    };
    const { deploy, said } = terminal({ run });
    expect(await deploy('--stage', 'prod', '--yes')).toBe(1);
    expect(ran.at(-1)).toContain(failing);
    expect(said.at(-1)).toContain(sentence);
  });
});

describe('the command line of `npm run deploy`', () => {
  it.each([
    [[], 'Name the stage: --stage dev|staging|prod|kr-prod|ca-prod.'],
    [['--stage', 'production'], 'Unknown stage "production": choose one of dev, staging, prod, kr-prod, ca-prod'],
    [['--stage', 'prod', '--force'], "Unknown option '--force'"],
    [['--stage'], "Option '--stage <value>' argument missing"],
    [['prod'], "Unexpected argument 'prod'"],
  ])('`npm run deploy` rejects the arguments %j before it runs anything', async (args, sentence) => {
    const { deploy, ran, said } = terminal({ settingsOf: stageSettings });
    expect(await deploy(...args)).toBe(2);
    expect(said).toEqual([expect.stringContaining(sentence)]);
    expect(ran).toEqual([]);
  });

  it('`npm run deploy -- --help` prints its flags', async () => {
    const { deploy, said } = terminal();
    expect(await deploy('--help')).toBe(0);
    expect(said.join()).toContain('--dry-run');
  });
});
