import { describe, expect, it } from '@jest/globals';
import recommended from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' };
import cdk from '../../cdk.json' with { type: 'json' };
import { synthesized } from './synthesized.ts';
import { propertiesOf } from './template-reader.ts';

describe('an account with a CDK bootstrap of its own', () => {
  const { service, stateful } = synthesized('prod with every setting');

  it('the templates of a stage use the qualifier of the CDK bootstrap that its settings name', () => {
    expect(JSON.stringify([service, stateful])).toContain('/cdk-bootstrap/acme/version');
    expect(JSON.stringify([service, stateful])).not.toContain('hnb659fds');
  });

  it('every role of a stage has the permissions boundary that its settings name', () => {
    for (const { PermissionsBoundary } of [
      ...propertiesOf(service, 'AWS::IAM::Role'),
      ...propertiesOf(stateful, 'AWS::IAM::Role'),
    ])
      expect(JSON.stringify(PermissionsBoundary)).toContain(':policy/AcmeBoundary');
  });
});

describe('the feature flags of CDK', () => {
  it('cdk.json has every feature flag that this version of CDK recommends', () => {
    expect(Object.keys(cdk.context)).toEqual(expect.arrayContaining(Object.keys(recommended)));
  });

  it('cdk.json sets the references between the stacks to `strong`', () => {
    expect(cdk.context).toMatchObject({ '@aws-cdk/core:defaultCrossStackReferences': 'strong' });
  });
});
