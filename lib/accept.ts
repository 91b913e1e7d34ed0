import { Stack, Validations } from 'aws-cdk-lib';
import { flattenCfnReference } from 'cdk-nag/lib/utils/flatten-cfn-reference.js';
import type { IConstruct } from 'constructs';

/** A finding of cdk-nag's AwsSolutions that stays as it is, on this construct and all below it, and why. */
export function accept(construct: IConstruct, finding: string, reason: string): void {
  Validations.of(construct).acknowledge({ id: `AwsSolutions-${finding}`, reason });
}

/** The same for a resource with a wildcard in somebody's rights, given as the policy has it. */
export function acceptWildcard(construct: IConstruct, resource: string, reason: string): void {
  // The inside of cdk-nag 3.0.2: its findings name a resource in a notation that it does not export.
  // test/checks/insides.test.ts holds the version.
  const named = flattenCfnReference(Stack.of(construct).resolve(resource));
  accept(construct, `IAM5[Resource::${named}]`, reason);
}
