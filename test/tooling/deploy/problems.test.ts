import { afterEach, describe, expect, it } from '@jest/globals';
import { type StageSettings, settingsWithoutPlace } from '../../../lib/stages.ts';
import { runBootstrap } from '../../../tooling/deploy/bootstrap.ts';
import { runDeploy } from '../../../tooling/deploy/run.ts';
import { neutralSettings } from '../../lib/neutral-settings.ts';
import {
  ACCOUNT,
  callerOf,
  closeFakes,
  fault,
  PREPARED,
  quotaOf,
  type Responses,
  startFakeAws,
} from '../../support/aws/fake-aws.ts';
import { createTerminal, settled } from './world.ts';

const { env: _open, ...withoutPlace } = settled('prod');
const ABSENT = () =>
  fault('cloudformation:DescribeStacks', 'ValidationError', 'Stack with id CDKToolkit does not exist', 400);
const NO_PLACE =
  "Stage prod names no account, so it would be deployed to the account of your credentials: add the line `env: { account: '<12 digits>', region: '<such as eu-west-1>' },` under prod in lib/stages.ts.";
const NOBODY =
  "Nobody is paged when stage prod fails: write `onCall: { page: ['<address>'], ticket: ['<address>'] },` under prod in lib/stages.ts, or deploy with --allow-nobody-on-call if somebody has subscribed by hand to the topics of the stage.";
const SMALL_QUOTA = `Lambda allows only 10 invocations at once in account ${ACCOUNT}, ca-central-1, and stage prod needs 1000: run \`aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value 1000 --region ca-central-1\` and deploy when AWS has raised the quota.`;

type Row = [why: string, settings: StageSettings, responses: Responses, sentence: string];
/** The problems for which `npm run bootstrap` is rejected, too. */
const WRONG_PLACES: Row[] = [
  ['the stage names no account', withoutPlace, {}, NO_PLACE],
  [
    'the credentials are of another account',
    settled('prod'),
    { 'sts:GetCallerIdentity': () => callerOf('210987654321') },
    `Stage prod belongs to account ${ACCOUNT} (lib/stages.ts), but your credentials are for account 210987654321: export AWS_PROFILE=<a profile for ${ACCOUNT}>.`,
  ],
];

afterEach(closeFakes);

async function terminalWith(settings: StageSettings, responses: Responses = {}) {
  const fake = await startFakeAws({ ...PREPARED, ...responses });
  const terminal = createTerminal(fake, { settingsOf: () => settings });
  return {
    ...terminal,
    asked: fake.asked,
    deploy: (...flags: string[]) => runDeploy(['--stage', settings.stage, ...flags], terminal.tools),
    bootstrap: () => runBootstrap(['--stage', settings.stage], terminal.tools),
  };
}

describe('the problems that stop a deployment', () => {
  it.each<Row>([
    ...WRONG_PLACES,
    [
      'the stage is like staging, which has an account, and names none itself',
      { ...settingsWithoutPlace(settled('staging')), stage: 'kr-staging' },
      {},
      NO_PLACE.replaceAll('prod', 'kr-staging'),
    ],
    [
      'the stage has no address to page',
      { ...settled('prod'), onCall: { page: [], ticket: ['team@example.com'] } },
      {},
      NOBODY,
    ],
    [
      'the credentials have expired',
      settled('prod'),
      {
        'sts:GetCallerIdentity': () =>
          fault('sts:GetCallerIdentity', 'ExpiredToken', 'The security token included in the request is expired'),
      },
      'Your AWS credentials have expired: sign in again with `aws sso login`, or export new ones.',
    ],
    [
      'the account allows too few invocations at once',
      settled('prod'),
      { 'lambda:GetAccountSettings': () => quotaOf(10) },
      SMALL_QUOTA,
    ],
    [
      'CDK was never set up in the account and region',
      settled('prod'),
      { 'cloudformation:DescribeStacks': ABSENT },
      `CDK is not set up yet for account ${ACCOUNT}, ca-central-1: run \`npm run bootstrap -- --stage prod\` once.`,
    ],
  ])(
    'a deployment is rejected with one sentence that says what to do if %s',
    async (_why, settings, responses, sentence) => {
      const { deploy, ran, said } = await terminalWith(settings, responses);
      expect(await deploy('--yes')).toBe(1);
      expect(said.at(-1)).toBe(sentence);
      expect(ran).toEqual([]);
    },
  );

  it('`npm run deploy` reports problems with settings before problems with the quota', async () => {
    const missing: Responses = {
      'lambda:GetAccountSettings': () => quotaOf(10),
      'cloudformation:DescribeStacks': ABSENT,
    };
    const open = await terminalWith(neutralSettings('prod'), missing);
    await open.deploy();
    expect([open.said, open.asked]).toEqual([[NO_PLACE], []]);

    const placed = await terminalWith(settled('prod'), missing);
    await placed.deploy();
    expect(placed.said.at(-1)).toBe(SMALL_QUOTA);
  });
});

const alone: StageSettings = { ...settled('prod'), onCall: { page: [], ticket: [] } };

it('`npm run deploy` deploys a stage without on-call addresses if `--allow-nobody-on-call` is given', async () => {
  const { deploy, ran } = await terminalWith(alone);
  expect(await deploy('--yes', '--allow-nobody-on-call')).toBe(0);
  expect(ran.at(-1)).toContain('cdk deploy');
});

it('`npm run deploy -- --dry-run` lists the problems of settings and quota', async () => {
  const { env: _none, ...open } = neutralSettings('prod');
  const { deploy, ran, said } = await terminalWith(open, { 'lambda:GetAccountSettings': () => quotaOf(10) });
  expect(await deploy('--dry-run')).toBe(0);
  expect(ran.at(-1)).toBe('cdk diff --app cdk.out/prod');
  expect(said.slice(-4)).toEqual([
    'A dry run: nothing was deployed.',
    `A deployment would be rejected. ${NO_PLACE}`,
    `A deployment would be rejected. ${NOBODY}`,
    `A deployment would be rejected. ${SMALL_QUOTA.replaceAll('ca-central-1', 'eu-west-1')}`,
  ]);
});

it.each(['dev', 'staging'])('the stage %s needs no account setting, on-call addresses or quota', async (stage) => {
  const { asked, deploy, said } = await terminalWith(neutralSettings(stage), {
    'lambda:GetAccountSettings': () => quotaOf(10),
  });
  expect(await deploy('--yes')).toBe(0);
  expect(said[0]).toBe(`Stage ${stage}, account ${ACCOUNT}, eu-west-1`);
  expect(asked).toEqual([
    'sts:GetCallerIdentity in eu-west-1',
    'cloudformation:DescribeStacks in eu-west-1',
    'apigateway:GET /account in eu-west-1',
    'cloudformation:DescribeStacks in eu-west-1',
  ]);
});

describe('`npm run bootstrap`', () => {
  it('`npm run bootstrap` sets up CDK in the account and region of the stage', async () => {
    const { bootstrap, ran, said } = await terminalWith(settled('prod'), { 'cloudformation:DescribeStacks': ABSENT });
    expect(await bootstrap()).toBe(0);
    expect(ran).toEqual([`cdk bootstrap aws://${ACCOUNT}/ca-central-1`]);
    expect(said).toEqual([
      `CDK is set up for account ${ACCOUNT}, ca-central-1. Next: npm run deploy -- --stage prod --dry-run`,
    ]);
  });

  it("`npm run bootstrap` passes the flags for CloudFormation's rights to CDK", async () => {
    const { tools, ran } = await terminalWith(settled('prod'));
    const roles = [
      '--cloudformation-execution-policies',
      'arn:aws:iam::aws:policy/X',
      '--custom-permissions-boundary',
      'b',
    ];
    expect(await runBootstrap(['--stage', 'prod', ...roles], tools)).toBe(0);
    expect(ran).toEqual([`cdk bootstrap aws://${ACCOUNT}/ca-central-1 ${roles.join(' ')}`]);
  });

  it.each(WRONG_PLACES)('`npm run bootstrap` is rejected if %s', async (_why, settings, responses, sentence) => {
    const { bootstrap, ran, said } = await terminalWith(settings, responses);
    expect(await bootstrap()).toBe(1);
    expect([said, ran]).toEqual([[sentence], []]);
  });

  it('`npm run bootstrap` fails if CDK fails', async () => {
    const fake = await startFakeAws(PREPARED);
    const { tools, said } = createTerminal(fake, { run: async () => 1 });
    expect(await runBootstrap(['--stage', 'dev'], tools)).toBe(1);
    expect(said).toEqual(['CDK could not be set up; nothing more was done.']);
  });

  it.each([
    [[], 'Name the stage: --stage dev|staging|prod|kr-prod|ca-prod.'],
    [['--stage', 'production'], 'Unknown stage "production": choose one of dev, staging, prod, kr-prod, ca-prod'],
    [['--stage', 'dev', '--force'], "Unknown option '--force'; see npm run bootstrap -- --help."],
  ])('`npm run bootstrap` rejects the command line %j', async (args, sentence) => {
    const fake = await startFakeAws(PREPARED);
    const { tools, said, ran } = createTerminal(fake);
    expect(await runBootstrap(args, tools)).toBe(2);
    expect([said, ran]).toEqual([[sentence], []]);
  });
});
