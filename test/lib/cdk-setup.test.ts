import { describe, expect, it } from '@jest/globals';
import { synthesized } from './synthesized.ts';
import { propertiesOf } from './template-reader.ts';

describe('a stage in an account with its own setup of CDK', () => {
  const { service, stateful } = synthesized('prod with every setting');

  it('looks for the setup under its qualifier', () => {
    expect(JSON.stringify([service, stateful])).toContain('/cdk-bootstrap/acme/version');
    expect(JSON.stringify([service, stateful])).not.toContain('hnb659fds');
  });

  it('puts the boundary on every role', () => {
    for (const { PermissionsBoundary } of [
      ...propertiesOf(service, 'AWS::IAM::Role'),
      ...propertiesOf(stateful, 'AWS::IAM::Role'),
    ])
      expect(JSON.stringify(PermissionsBoundary)).toContain(':policy/AcmeBoundary');
  });
});
