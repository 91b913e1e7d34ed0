import { expect, it } from '@jest/globals';
import { STAGES } from '../../../lib/stages.ts';
import { roleHoldersIn } from '../../../tooling/rights/roles.ts';
import { acceptances } from '../../lib/synthesized.ts';

it('docs/rights.md cannot be written if tooling/rights has no name for a resource of a role', () => {
  const statement = { Effect: 'Allow', Action: 's3:GetObject', Resource: 'arn:aws:s3:::recordings/*' };
  const role = {
    AssumeRolePolicyDocument: { Statement: [{ Principal: { Service: 'lambda.amazonaws.com' } }] },
    Policies: [{ PolicyDocument: { Statement: [statement] } }],
  };
  const template = { Resources: { Role: { Type: 'AWS::IAM::Role', Properties: role } } };
  expect(() => roleHoldersIn(template)).toThrow('no name for the resource "arn:aws:s3:::recordings/*"');
});

it.each(STAGES)('every accepted finding of cdk-nag in stage %s has a written reason', (stage) => {
  const reasons = acceptances(stage).map(({ reason }) => reason);
  expect(reasons.length).toBeGreaterThan(0);
  for (const reason of reasons) expect(reason.split(' ').length).toBeGreaterThan(3);
});
