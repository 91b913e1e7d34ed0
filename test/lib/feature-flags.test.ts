import { describe, expect, it } from '@jest/globals';
import recommended from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' };
import cdk from '../../cdk.json' with { type: 'json' };

describe('the feature flags of CDK', () => {
  it('are all in cdk.json (after an upgrade, add a new flag as false, or with its value if cdk diff shows that nothing is replaced)', () => {
    expect(Object.keys(cdk.context)).toEqual(expect.arrayContaining(Object.keys(recommended)));
  });

  it('make references between the stacks strong, so that CloudFormation protects what the service imports', () => {
    expect(cdk.context).toMatchObject({ '@aws-cdk/core:defaultCrossStackReferences': 'strong' });
  });
});
