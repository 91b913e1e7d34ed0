import { afterEach, describe, expect, it } from '@jest/globals';
import { type Aws, connectAws } from '../../../tooling/deploy/aws/aws.ts';
import { ACCOUNT, closeFakes, fault, PREPARED, type Responses, startFakeAws } from '../../support/aws/fake-aws.ts';

const credentials = { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'secret' };

describe('the requests to AWS that `npm run deploy` sends', () => {
  let asked: readonly string[];
  afterEach(closeFakes);

  const awsSaying = async (responses: Responses = {}): Promise<Aws> => {
    const fake = await startFakeAws({ ...PREPARED, ...responses });
    asked = fake.asked;
    return connectAws('eu-west-1', { endpoint: fake.endpoint, credentials });
  };

  it('`npm run deploy` asks AWS for the account, the concurrency quota and the version of the CDK setup', async () => {
    const aws = await awsSaying();
    expect([await aws.account(), await aws.concurrencyQuota(), await aws.bootstrapVersion('CDKToolkit')]).toEqual([
      ACCOUNT,
      1_000,
      '30',
    ]);
    expect(asked).toEqual([
      'sts:GetCallerIdentity in eu-west-1',
      'lambda:GetAccountSettings in eu-west-1',
      'cloudformation:DescribeStacks in eu-west-1',
    ]);
  });

  it('a missing CDK stack means that CDK is not set up in the account', async () => {
    const action = 'cloudformation:DescribeStacks';
    const absent = fault(action, 'ValidationError', 'Stack with id CDKToolkit does not exist', 400);
    expect(await (await awsSaying({ [action]: () => absent })).bootstrapVersion('CDKToolkit')).toBeUndefined();
  });

  it.each([
    ['sts:GetCallerIdentity', 'ExpiredToken', 'The security token included in the request is expired'],
    ['lambda:GetAccountSettings', 'ExpiredTokenException', 'The security token included in the request is expired'],
  ] as const)(
    '`npm run deploy` says that the user must sign in again if %s returns %s',
    async (action, code, message) => {
      const aws = await awsSaying({ [action]: () => fault(action, code, message) });
      await expect(action.startsWith('sts') ? aws.account() : aws.concurrencyQuota()).rejects.toThrow(
        'Your AWS credentials have expired: sign in again with `aws sso login`, or export new ones.',
      );
    },
  );

  it('`npm run deploy` says that the user must sign in if AWS rejects the credentials', async () => {
    const action = 'sts:GetCallerIdentity';
    const message = 'The security token included in the request is invalid.';
    const aws = await awsSaying({ [action]: () => fault(action, 'InvalidClientTokenId', message) });
    await expect(aws.account()).rejects.toThrow(
      'AWS does not accept your credentials (InvalidClientTokenId): sign in again with `aws sso login`, or export other credentials.',
    );
  });

  it.each([
    ['lambda:GetAccountSettings', 'AccessDeniedException'],
    ['cloudformation:DescribeStacks', 'AccessDenied'],
  ] as const)('`npm run deploy` names the missing right %s if AWS returns %s', async (action, code) => {
    const aws = await awsSaying({ [action]: () => fault(action, code, 'User is not authorized') });
    await expect(
      action.startsWith('lambda') ? aws.concurrencyQuota() : aws.bootstrapVersion('CDKToolkit'),
    ).rejects.toThrow(
      `Your credentials lack a right: give them ${action} and the other rights that docs/rights.md lists.`,
    );
  });

  it('`npm run deploy` does not report expired credentials if a certificate has expired', async () => {
    const action = 'sts:GetCallerIdentity';
    const aws = await awsSaying({ [action]: () => fault(action, 'Odd', 'certificate has expired', 400) });
    await expect(aws.account()).rejects.toThrow('The request to AWS failed: Odd, certificate has expired.');
  });

  it('`npm run deploy` prints an unexpected error of AWS in one line', async () => {
    const action = 'sts:GetCallerIdentity';
    const aws = await awsSaying({ [action]: () => fault(action, 'Odd', 'no&#10;more&#x85;', 400) });
    await expect(aws.account()).rejects.toThrow(/^The request to AWS failed: Odd, no\\u000amore\\u0085\.$/);
  });
});
