import { afterEach, describe, expect, it } from '@jest/globals';
import { type StageSettings, stageSettings } from '../../../../lib/stages.ts';
import { COMMANDS } from '../../../../operator/commands.ts';
import { CHECKED_FUNCTIONS } from '../../../../operator/doctor/service-checks.ts';
import { actionsOf, NEEDED_RIGHTS } from '../../../../tooling/deploy/needed-rights.ts';
import { type Deployed, OPERATOR_RIGHTS } from '../../../../tooling/rights/policies/operator-rights.ts';
import {
  acceptancePolicy,
  cloudFormationPolicy,
  deployerPolicy,
  operatorPolicy,
  type Policy,
  type Statement,
  voicePlatformPolicy,
} from '../../../../tooling/rights/policies/policies.ts';
import { runRights } from '../../../../tooling/rights/policies/run.ts';
import { actionsLike } from '../../../lib/rights/policy-words.ts';
import { closeFakes, startFakeAws } from '../../../support/aws/fake-aws.ts';
import { accountWith } from '../../../support/aws/fake-stacks.ts';
import { createTerminal } from '../../deploy/world.ts';

const PLACE = { partition: 'aws', region: 'eu-west-1', account: '123456789012' };
const WHERE = { ...PLACE, stage: 'prod', cdk: { qualifier: 'acme', stackName: 'AcmeToolkit' } };
const arn = (service: string, resource: string) => `arn:aws:${service}:eu-west-1:123456789012:${resource}`;
const KEY = arn('kms', 'key/1');
const deployed: Deployed = {
  ...WHERE,
  output: (name) =>
    name.endsWith('QueueUrl') ? `https://sqs.eu-west-1.amazonaws.com/1/${name}` : name === 'KeyArn' ? KEY : name,
};
const TABLE = arn('dynamodb', 'table/TableName');

const POLICIES = {
  support: operatorPolicy('support', deployed),
  'on-call': operatorPolicy('on-call', deployed),
  'voice-platform': voicePlatformPolicy(deployed),
  accept: acceptancePolicy(deployed),
  deployer: deployerPolicy(WHERE),
  cloudformation: cloudFormationPolicy(WHERE),
} as const satisfies Record<string, Policy>;

const like = (pattern: string, text: string) =>
  new RegExp(`^${pattern.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`, 'i').test(text);
const covers = ({ Action, Resource }: Statement, action: string, resource: string) =>
  Action.some((pattern) => like(pattern, action)) && Resource.some((pattern) => like(pattern, resource));
/** Whether a policy has an allowing statement. Conditions exist only on denials. */
const allows = ({ Statement }: Policy, action: string, resource: string) =>
  Statement.some((one) => one.Effect === 'Allow' && covers(one, action, resource));

describe('a policy that `npm run rights` prints', () => {
  it.each(Object.entries(POLICIES))(
    'a policy of `npm run rights` has only actions that exist in IAM: %s',
    async (_, { Statement }) => {
      for (const action of new Set(Statement.flatMap(({ Action }) => Action))) {
        expect([action, (await actionsLike(action)).length]).not.toEqual([action, 0]);
      }
    },
  );

  it.each(Object.entries(POLICIES))('a policy of `npm run rights` fits into a managed policy of IAM: %s', (_, made) => {
    expect(JSON.stringify(made).length).toBeLessThanOrEqual(6_144);
  });
});

describe('the IAM policies for operators', () => {
  it('the list of rights for operators has every command of the operator tool except the console', () => {
    const known = OPERATOR_RIGHTS.flatMap(({ commands }) => commands);
    const unknown = Object.keys(COMMANDS).filter(
      (command) => !known.some((name) => command === name || command.startsWith(`${name} `)),
    );
    expect(unknown).toEqual(['console']);
  });

  it.each(['support', 'on-call'] as const)(
    'the policy for %s denies deletions and updates of entries in the audit trail',
    (role) => {
      const denial = POLICIES[role].Statement.find(({ Effect }) => Effect === 'Deny');
      expect(denial).toMatchObject({
        Resource: [TABLE],
        Condition: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': ['AUDIT#*'] } },
      });
      for (const name of ['DeleteItem', 'UpdateItem', 'BatchWriteItem', 'PartiQLDelete']) {
        expect(denial?.Action).toContain(`dynamodb:${name}`);
      }
    },
  );

  it('on-call has every right that support has', () => {
    for (const { Action, Resource } of POLICIES.support.Statement.filter(({ Effect }) => Effect === 'Allow')) {
      for (const action of Action)
        for (const resource of Resource)
          expect([action, allows(POLICIES['on-call'], action, resource)]).toEqual([action, true]);
    }
  });

  it('support has no right to read a whole table, stop a mapping or invoke a function', () => {
    const said = JSON.stringify(POLICIES.support);
    for (const word of ['Scan', 'UpdateEventSourceMapping', 'InvokeFunction', 'ReceiveMessage'])
      expect(said).not.toContain(word);
  });

  it.each(Object.values(CHECKED_FUNCTIONS))(
    'on-call can read the state of the function that `doctor` checks: %s',
    (name) => {
      expect(allows(POLICIES['on-call'], 'lambda:GetFunction', arn('lambda', `function:${name}`))).toBe(true);
    },
  );

  it('neither support nor on-call can decrypt a signing secret or delete the table', () => {
    for (const made of [POLICIES.support, POLICIES['on-call']]) {
      expect(allows(made, 'kms:Decrypt', KEY)).toBe(false);
      expect(allows(made, 'dynamodb:DeleteTable', TABLE)).toBe(false);
    }
  });
});

it.each([
  ['dynamodb:Scan', TABLE],
  ['lambda:GetFunctionRecursionConfig', arn('lambda', 'function:partner-lines-prod-service-a')],
  ['sns:ListSubscriptionsByTopic', arn('sns', 'partner-lines-prod-service-a')],
  ['logs:FilterLogEvents', arn('logs', 'log-group:/partner-lines/prod/api-access')],
  ['sqs:SendMessage', arn('sqs', 'IntakeQueueUrl')],
])('`npm run accept` can use the action that its checks need: %s on %s', (action, resource) => {
  expect(allows(POLICIES.accept, action, resource)).toBe(true);
});

it('the policy for the deployer names the roles and the stack of a customized CDK bootstrap', () => {
  const said = JSON.stringify(POLICIES.deployer);
  expect(said).toContain('role/cdk-acme-*');
  expect(said).toContain('stack/AcmeToolkit/');
});

it('the voice platform can only invoke two functions and send to one queue', () => {
  const made = POLICIES['voice-platform'].Statement.map(({ Action, Resource }) => [Action, Resource.length]);
  expect(made).toEqual([
    [['lambda:InvokeFunction'], 2],
    [['sqs:SendMessage'], 1],
  ]);
});

describe("the IAM policy for CloudFormation's role", () => {
  const names = { prefix: 'partner-lines-prod', logGroups: '/partner-lines/prod' };
  const where = { account: PLACE.account, region: PLACE.region, partition: 'aws', ...names };
  const asked = Object.entries(NEEDED_RIGHTS).flatMap(([service, rights]) =>
    rights.flatMap((needed) => actionsOf(service, needed).map((action) => [action, needed.on(where)] as const)),
  );

  it.each(asked)("CloudFormation's role can use an action that the preflight checks: %s on %s", (action, resource) => {
    expect(allows(POLICIES.cloudformation, action, resource)).toBe(true);
  });

  it.each([...new Set(asked.map(([action]) => action))])(
    "an action of CloudFormation's role that the preflight checks exists in IAM: %s",
    async (action) => {
      expect(await actionsLike(action)).toHaveLength(1);
    },
  );

  it.each([
    ['codedeploy:CreateDeployment', arn('codedeploy', 'deploymentgroup:partner-lines-prod-service-a/b')],
    ['codedeploy:GetDeploymentConfig', arn('codedeploy', 'deploymentconfig:a')],
    ['lambda:UpdateAlias', arn('lambda', 'function:partner-lines-prod-service-a')],
    ['lambda:PutFunctionRecursionConfig', arn('lambda', 'function:partner-lines-prod-service-a')],
    ['apigateway:SetWebACL', 'arn:aws:apigateway:eu-west-1::/restapis/a/stages/prod'],
    ['dynamodb:UpdateContinuousBackups', arn('dynamodb', 'table/partner-lines-prod-stateful-Table')],
    ['iam:PassRole', 'arn:aws:iam::123456789012:role/partner-lines-prod-service-a'],
  ])("CloudFormation's role can use an action that a second deployment needs: %s", (action, resource) => {
    expect(allows(POLICIES.cloudformation, action, resource)).toBe(true);
  });

  it.each([
    ['dynamodb:DeleteTable', arn('dynamodb', 'table/another-team')],
    ['iam:CreateRole', 'arn:aws:iam::123456789012:role/Admin'],
    ['lambda:UpdateFunctionCode', arn('lambda', 'function:partner-lines-staging-service-a')],
  ])("CloudFormation's role cannot use an action outside the stage: %s on %s", (action, resource) => {
    expect(allows(POLICIES.cloudformation, action, resource)).toBe(false);
  });
});

describe('`npm run rights`', () => {
  afterEach(closeFakes);

  async function printed(
    args: readonly string[],
    { outputs, cdk }: { readonly outputs?: Readonly<Record<string, string>>; readonly cdk?: StageSettings['cdk'] } = {},
  ) {
    const fake = await startFakeAws(
      accountWith(outputs ? [{ name: 'partner-lines-dev-service', outputs }] : []).responses,
    );
    const { tools, said } = createTerminal(fake, {
      settingsOf: (stage) => ({ ...stageSettings(stage), ...(cdk && { cdk }) }),
    });
    return { code: await runRights(args, tools), said: said.join('\n') };
  }

  it('`npm run rights` prints a policy for the resources of a deployed stage', async () => {
    const outputs = {
      LineForCallFunctionName: 'line:live',
      RecordCallFunctionName: 'record:live',
      IntakeQueueUrl: 'https://sqs.eu-west-1.amazonaws.com/123456789012/intake',
    };
    const { code, said } = await printed(['--policy', 'voice-platform', '--stage', 'dev'], { outputs });
    expect(code).toBe(0);
    const [functions, queue] = JSON.parse(said).Statement;
    expect(functions.Resource[0]).toBe(arn('lambda', 'function:line:live'));
    expect(queue.Resource).toEqual([arn('sqs', 'intake')]);
  });

  it.each(['deployer', 'cloudformation'])(
    "`npm run rights` uses the names of the account's own CDK setup in the policy for %s",
    async (policy) => {
      const cdk = { qualifier: 'acme', stackName: 'AcmeToolkit' };
      const { said } = await printed(['--policy', policy, '--stage', 'dev'], { cdk });
      expect(said).toContain(policy === 'deployer' ? 'stack/AcmeToolkit/' : 'cdk-bootstrap/acme/');
      expect(said).toContain('cdk-acme-');
      expect(said).not.toMatch(/hnb659fds|CDKToolkit/);
    },
  );

  it.each([
    [['--policy', 'deployer'], 2, 'Name the stage'],
    [['--stage', 'dev'], 2, 'Name the policy: --policy support|on-call|voice-platform|accept|deployer|cloudformation.'],
    [['--policy', 'support', '--stage', 'dev'], 1, 'Stage dev is not deployed: deploy it first'],
  ])('`npm run rights` reports in one sentence what is missing: %j', async (args, code, sentence) => {
    const made = await printed(args);
    expect(made.code).toBe(code);
    expect(made.said).toContain(sentence);
  });
});
