import { describe, expect, it } from '@jest/globals';
import recommended from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' };
import cdk from '../../cdk.json' with { type: 'json' };
import { synthesized } from './synthesized.ts';
import { propertiesOf } from './template-reader.ts';

describe('a stage in an account with its own CDK bootstrap', () => {
  const { service, stateful } = synthesized('prod with every setting');

  it('a stage in an account with its own CDK bootstrap uses the qualifier of that bootstrap', () => {
    expect(JSON.stringify([service, stateful])).toContain('/cdk-bootstrap/acme/version');
    expect(JSON.stringify([service, stateful])).not.toContain('hnb659fds');
  });

  it('a stage in an account with its own CDK bootstrap puts the permissions boundary on every role', () => {
    for (const { PermissionsBoundary } of [
      ...propertiesOf(service, 'AWS::IAM::Role'),
      ...propertiesOf(stateful, 'AWS::IAM::Role'),
    ])
      expect(JSON.stringify(PermissionsBoundary)).toContain(':policy/AcmeBoundary');
  });
});

describe('the feature flags of CDK', () => {
  it('the feature flags of CDK are all in cdk.json (after an upgrade, add a new flag as false, or with its value if cdk diff shows that nothing is replaced)', () => {
    expect(Object.keys(cdk.context)).toEqual(expect.arrayContaining(Object.keys(recommended)));
  });

  it('the feature flags of CDK make references between the stacks strong, so that CloudFormation protects what the service imports', () => {
    expect(cdk.context).toMatchObject({ '@aws-cdk/core:defaultCrossStackReferences': 'strong' });
  });
});
