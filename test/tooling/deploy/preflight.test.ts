import { afterEach, describe, expect, it } from '@jest/globals';
import { type StageSettings, stageSettings } from '../../../lib/stages.ts';
import { NEEDED_RIGHTS } from '../../../tooling/deploy/needed-rights.ts';
import { runDeploy } from '../../../tooling/deploy/run.ts';
import { synthesized } from '../../lib/synthesized.ts';
import { propertiesOf } from '../../lib/template-reader.ts';
import {
  ACCOUNT,
  callerOf,
  closeFakes,
  fault,
  logRole,
  type Responses,
  result,
  startFakeAws,
} from '../../support/aws/fake-aws.ts';
import { accountWith } from '../../support/aws/fake-stacks.ts';
import { createTerminal, settled } from './world.ts';

afterEach(closeFakes);

/** IAM, which denies these actions. Its responses have the form of the examples in its API reference. */
function iamDenying(denied: readonly string[]) {
  const simulated: string[] = [];
  const responses: Responses = {
    'iam:GetRole': (parameters) =>
      result(
        'iam:GetRole',
        `<Role><Path>/sso/</Path><Arn>arn:aws:iam::${ACCOUNT}:role/sso/${parameters.get('RoleName')}</Arn><RoleName>Deployer</RoleName><RoleId>AROA</RoleId><CreateDate>2026-01-02T03:04:05Z</CreateDate></Role>`,
      ),
    'iam:SimulatePrincipalPolicy': (parameters) => {
      const actions = [...parameters].filter(([name]) => name.startsWith('ActionNames.member.'));
      const resource = parameters.get('ResourceArns.member.1') ?? '';
      const members = actions.map(([, action]) => {
        simulated.push(`${parameters.get('PolicySourceArn')} ${action} ${resource}`);
        const decision = denied.includes(action) ? 'implicitDeny' : 'allowed';
        return `<member><MatchedStatements/><MissingContextValues/><EvalResourceName>${resource}</EvalResourceName><EvalDecision>${decision}</EvalDecision><EvalActionName>${action}</EvalActionName></member>`;
      });
      return result(
        'iam:SimulatePrincipalPolicy',
        `<IsTruncated>false</IsTruncated><EvaluationResults>${members.join('')}</EvaluationResults>`,
      );
    },
  };
  return { responses, simulated };
}

async function preflight(settings: StageSettings, responses: Responses, logGroups: readonly string[] = []) {
  const fake = await startFakeAws({ ...accountWith([], logGroups).responses, ...responses });
  const { tools, said, ran } = createTerminal(fake, { settingsOf: () => settings });
  const code = await runDeploy(['--stage', settings.stage, '--preflight'], tools);
  return { code, said, ran };
}

describe('`npm run deploy -- --preflight`', () => {
  it('`npm run deploy -- --preflight` deploys nothing if its six checks are ok', async () => {
    const { code, said, ran } = await preflight(settled('prod'), iamDenying([]).responses);
    expect(said).toEqual([
      `Stage prod, account ${ACCOUNT}, ca-central-1`,
      ...['settings: ok', 'quota: ok', 'CDK: ok', 'names: ok', 'log role: ok', 'rights: ok'],
    ]);
    expect([code, ran]).toEqual([0, []]);
  });

  it('`npm run deploy -- --preflight` lists the problems of each failed check', async () => {
    const settings = { ...settled('prod'), onCall: { page: [], ticket: [] } };
    const { responses } = iamDenying(['sts:AssumeRole', 'sqs:CreateQueue', 'kms:CreateKey']);
    const { code, said } = await preflight(settings, responses, ['/partner-lines/prod/relay']);
    expect(code).toBe(1);
    expect(said.slice(1)).toEqual([
      expect.stringMatching(/^settings: Nobody is paged when stage prod fails/),
      'quota: ok',
      'CDK: ok',
      expect.stringMatching(/^names: Log groups of an earlier stage prod are left/),
      'log role: ok',
      expect.stringMatching(
        /^rights: Your credentials \(arn:aws:iam::123456789012:role\/sso\/Deployer\) have no right to assume .*cdk-hnb659fds-deploy-role-123456789012-ca-central-1/,
      ),
      expect.stringMatching(
        /^rights: CloudFormation's role \(.*cfn-exec.*\) has no right to kms:CreateKey, sqs:CreateQueue:/,
      ),
      '3 of 6 checks failed; nothing was deployed.',
    ]);
  });

  it('the preflight asks IAM about resources with the names of the stage', async () => {
    const { responses, simulated } = iamDenying([]);
    await preflight(settled('prod'), responses);
    const cdk = (role: string) => `arn:aws:iam::${ACCOUNT}:role/cdk-hnb659fds-${role}-role-${ACCOUNT}-ca-central-1`;
    expect(simulated[0]).toBe(`arn:aws:iam::${ACCOUNT}:role/sso/Deployer sts:AssumeRole ${cdk('deploy')}`);
    expect(simulated).toContain(
      `${cdk('cfn-exec')} dynamodb:CreateTable arn:aws:dynamodb:ca-central-1:${ACCOUNT}:table/partner-lines-prod-stateful-a`,
    );
  });

  it.each(['staging', 'prod'] as const)('the preflight checks the CodeDeploy configuration of %s', async (stage) => {
    const { responses, simulated } = iamDenying([]);
    await preflight(settled(stage), responses);
    const [group] = propertiesOf(synthesized(stage).service, 'AWS::CodeDeploy::DeploymentGroup');
    const asked = simulated.filter((line) => line.includes('codedeploy:GetDeploymentConfig'));
    expect(asked).toEqual([expect.stringMatching(`:deploymentconfig:${group?.['DeploymentConfigName']}$`)]);
  });

  it('the preflight finds a missing right that is needed only for the second deployment', async () => {
    const { code, said } = await preflight(settled('prod'), iamDenying(['codedeploy:CreateDeployment']).responses);
    expect([code, said.at(-2)]).toEqual([1, expect.stringContaining('has no right to codedeploy:CreateDeployment:')]);
  });

  it.each<[string, StageSettings, string | undefined, RegExp]>([
    [
      'nobody has set the role, and the stage does not',
      { ...settled('dev'), setsAccountLogRole: false },
      undefined,
      /^log role: API Gateway has no role for its logs .*: first deploy a stage there that sets one/,
    ],
    [
      'the role belongs to another team',
      settled('prod'),
      `arn:aws:iam::${ACCOUNT}:role/other-team`,
      /^log role: Stage prod would replace .*role\/other-team.*`setsAccountLogRole: false,`/,
    ],
    [
      'the role belongs to another team, and the stage leaves it alone',
      { ...settled('prod'), setsAccountLogRole: false },
      `arn:aws:iam::${ACCOUNT}:role/other-team`,
      /^log role: ok$/,
    ],
    ['nobody has set the role, and the stage does', settled('prod'), undefined, /^log role: ok$/],
  ])(
    "`npm run deploy -- --preflight` checks API Gateway's role for logs if %s",
    async (_, settings, role, sentence) => {
      const responses = { ...iamDenying([]).responses, 'apigateway:GET /account': () => logRole(role) };
      expect((await preflight(settings, responses)).said).toContainEqual(expect.stringMatching(sentence));
    },
  );

  it('the preflight of a temporary stage does not advise to use `npm run rights`', async () => {
    const { responses } = iamDenying(['kms:CreateKey']);
    const { said } = await preflight(stageSettings('pr-1', '2026-11-26T10:00:00Z'), responses);
    expect(said.join()).toContain('has no right to kms:CreateKey');
    expect(said.join()).not.toContain('npm run rights');
  });

  it('the preflight skips rights that the stage does not need', async () => {
    const { responses, simulated } = iamDenying(['wafv2:CreateWebACL', 'codedeploy:CreateDeploymentGroup']);
    expect((await preflight(settled('dev'), responses)).code).toBe(0);
    expect(simulated.join()).not.toMatch(/wafv2|codedeploy|route53/);
  });

  it('the preflight does not check the rights of a root user', async () => {
    const { responses, simulated } = iamDenying([]);
    const root = () => ({
      ...callerOf(ACCOUNT),
      body: callerOf(ACCOUNT).body.replace(/<Arn>.*<\/Arn>/, `<Arn>arn:aws:iam::${ACCOUNT}:root</Arn>`),
    });
    expect((await preflight(settled('dev'), { ...responses, 'sts:GetCallerIdentity': root })).code).toBe(0);
    expect(simulated.join()).not.toContain('sts:AssumeRole');
  });

  it('the preflight fails if IAM does not let it check the rights', async () => {
    const action = 'iam:SimulatePrincipalPolicy';
    const { responses } = iamDenying([]);
    const denied = { ...responses, [action]: () => fault(action, 'AccessDenied', 'not authorized') };
    const { code, said } = await preflight(settled('dev'), denied);
    expect([code, said.at(-2)]).toEqual([
      1,
      expect.stringContaining(`rights: Your credentials lack a right: give them ${action}`),
    ]);
  });
});

it('the preflight checks rights for every service in which CloudFormation creates a resource', () => {
  const { stateful, service } = synthesized('prod with every setting');
  const types = [stateful, service].flatMap(({ Resources }) => Object.values(Resources));
  const services = new Set(types.map(({ Type }) => Type.split('::')[1] ?? ''));
  expect(Object.keys(NEEDED_RIGHTS)).toEqual([...services].sort());
});
