import { Stack, Validations } from 'aws-cdk-lib';
import { flattenCfnReference } from 'cdk-nag/lib/utils/flatten-cfn-reference.js';
import type { IConstruct } from 'constructs';

/** Accepts a finding of cdk-nag's AwsSolutions on this construct and everything inside it. `reason` says why. */
export function acceptFinding(construct: IConstruct, finding: string, reason: string): void {
  Validations.of(construct).acknowledge({ id: `AwsSolutions-${finding}`, reason });
}

/** Accepts a wildcard in the rights of a role. `resource` is written as in the role's policy. */
export function acceptWildcard(construct: IConstruct, resource: string, reason: string): void {
  // This internal function of cdk-nag 3.0.2 makes the notation in which its findings name a resource. cdk-nag exports
  // no function for that. test/checks/insides.test.ts checks the version.
  const named = flattenCfnReference(Stack.of(construct).resolve(resource));
  acceptFinding(construct, `IAM5[Resource::${named}]`, reason);
}
