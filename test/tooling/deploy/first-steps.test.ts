import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ACCOUNT,
  closeFakes,
  type FakeAws,
  fault,
  members,
  PREPARED,
  quotaOf,
  type Responses,
  result,
  stackIdOf,
  stackMember,
  stacksOf,
  startFakeAws,
} from '../../support/aws/fake-aws.ts';
import { freshTree, NO_ENV, NOBODY_ON_CALL, typed } from './fresh-tree.ts';

const BOOTSTRAP = 'npm run -s bootstrap -- --stage prod';
const DEPLOY = 'npm run -s deploy -- --stage prod';
/** Matches output of exactly one line. */
const inOneLine = (words: string) => ({
  code: 1,
  err: expect.stringMatching(new RegExp(`^[^\\n]*${words}[^\\n]*\\n$`)),
});

/** Runs the commands of docs/deploy.md in a fresh tree, as far as AWS. A newcomer relies on their output. */
describe('the first commands of docs/deploy.md in a new AWS account', () => {
  let tree: ReturnType<typeof freshTree>;
  let fake: FakeAws;
  beforeAll(async () => {
    tree = freshTree();
    fake = await startFakeAws({ ...PREPARED, ...bootstrapping(), 'lambda:GetAccountSettings': () => quotaOf(10) });
  });
  afterAll(async () => {
    await closeFakes();
    tree.remove();
  });

  const signedIn = () => ({
    AWS_ACCESS_KEY_ID: 'AKIAEXAMPLE',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_ENDPOINT_URL: fake.endpoint,
    CDK_DISABLE_CLI_TELEMETRY: 'true',
  });
  const wasBuilt = () => ['dist', 'cdk.out'].some((made) => existsSync(join(tree.root, made)));
  /** Returns the line that a rejection quotes for lib/stages.ts. */
  const lineIn = (rejection: string, setting: string) => new RegExp(`\`(${setting}: .*?)\``).exec(rejection)?.[1] ?? '';

  it('for a stage without an account, `npm run bootstrap` prints the line to add to lib/stages.ts', async () => {
    const rejected = await typed(BOOTSTRAP, tree.root, signedIn());
    expect(rejected).toMatchObject(inOneLine('lib/stages.ts'));
    const line = lineIn(rejected.err, 'env')
      .replace('<12 digits>', ACCOUNT)
      .replace('<such as eu-west-1>', 'ca-central-1');
    tree.edit('lib/stages.ts', NO_ENV, line);
  });

  it('`npm run bootstrap` without credentials fails with the advice to sign in', async () => {
    expect(await typed(BOOTSTRAP, tree.root, {})).toMatchObject(inOneLine('aws sso login'));
  });

  it('`npm run bootstrap` sets up CDK without building anything', async () => {
    const { code, out } = await typed(BOOTSTRAP, tree.root, signedIn());
    expect({ code, out }).toEqual({
      code: 0,
      out: `CDK is set up for account ${ACCOUNT}, ca-central-1. Next: npm run deploy -- --stage prod --dry-run\n`,
    });
    expect([...new Set(fake.asked)]).toEqual([
      'sts:GetCallerIdentity in ca-central-1',
      // If the CDK CLI has cached no account for the credentials, it asks for the account in this region.
      'sts:GetCallerIdentity in us-east-1',
      'cloudformation:DescribeStacks in ca-central-1',
      'cloudformation:CreateChangeSet in ca-central-1',
      'cloudformation:DescribeChangeSet in ca-central-1',
      'cloudformation:ExecuteChangeSet in ca-central-1',
      'cloudformation:DescribeStackEvents in ca-central-1',
    ]);
    expect(wasBuilt()).toBe(false);
  });

  it('`npm run deploy` rejects a stage without on-call before it builds anything', async () => {
    const rejected = await typed(DEPLOY, tree.root, signedIn());
    expect(rejected).toMatchObject(inOneLine('--allow-nobody-on-call'));
    const line = lineIn(rejected.err, 'onCall').replaceAll('<address>', 'oncall@example.com');
    tree.edit('lib/stages.ts', NOBODY_ON_CALL, line);

    expect(await typed(DEPLOY, tree.root, signedIn())).toMatchObject(
      inOneLine('aws service-quotas request-service-quota'),
    );
    expect(wasBuilt()).toBe(false);
  });

  it('`npm run deploy` rejects kr-prod if only prod names an account', async () => {
    const rejected = await typed(DEPLOY.replace('prod', 'kr-prod'), tree.root, signedIn());
    expect(rejected).toMatchObject(inOneLine('Stage kr-prod names no account.* under kr-prod in lib/stages.ts'));
  });

  it('`npx cdk bootstrap` is rejected with the advice to use `npm run bootstrap`', async () => {
    const { code, err } = await typed('npx cdk bootstrap', tree.root, signedIn());
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('npm run bootstrap') });
  });
});

/** Returns the responses of an account in which `cdk bootstrap` creates its stack. */
function bootstrapping(): Responses {
  let status: string | undefined;
  const stackId = stackIdOf('CDKToolkit', 'ca-central-1');
  const outputs = `<Outputs>${members({ BootstrapVersion: '30' })}</Outputs>`;
  const ids = `<Id>arn:aws:cloudformation:ca-central-1:${ACCOUNT}:changeSet/c/1</Id><StackId>${stackId}</StackId>`;
  return {
    'cloudformation:DescribeStacks': () => {
      const action = 'cloudformation:DescribeStacks';
      if (status === undefined) return fault(action, 'ValidationError', 'Stack with id CDKToolkit does not exist', 400);
      return stacksOf(stackMember(stackId, status, status === 'CREATE_COMPLETE' ? outputs : ''));
    },
    'cloudformation:CreateChangeSet': () => {
      status = 'REVIEW_IN_PROGRESS';
      return result('cloudformation:CreateChangeSet', ids);
    },
    'cloudformation:DescribeChangeSet': () =>
      result(
        'cloudformation:DescribeChangeSet',
        `<ChangeSetName>cdk-bootstrap</ChangeSetName><Status>CREATE_COMPLETE</Status><ExecutionStatus>AVAILABLE</ExecutionStatus><Changes><member><Type>Resource</Type></member></Changes>${ids}`,
      ),
    'cloudformation:DescribeStackEvents': () => result('cloudformation:DescribeStackEvents', '<StackEvents/>'),
    'cloudformation:ExecuteChangeSet': () => {
      status = 'CREATE_COMPLETE';
      return result('cloudformation:ExecuteChangeSet', '');
    },
  };
}
