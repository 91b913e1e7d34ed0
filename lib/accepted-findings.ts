import { type App, Stack, Validations } from 'aws-cdk-lib';
import { flattenCfnReference } from 'cdk-nag/lib/utils/flatten-cfn-reference.js';
import type { IConstruct } from 'constructs';
import * as z from 'zod';

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

/** A finding of cdk-nag that we accept, with its place and the reason. */
export interface Acceptance {
  readonly where: string;
  readonly finding: string;
  readonly reason: string;
}

const acknowledged = z.record(z.string(), z.string());

/** Returns all acceptances in the constructs of the app. */
export const acceptancesIn = (app: App): Acceptance[] =>
  app.node.findAll().flatMap(({ node }) =>
    node.metadata
      .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
      .flatMap(({ data }) => Object.entries(acknowledged.parse(data)))
      .map(([id, reason]) => ({ where: node.path, finding: id.replace(/^annotation::/i, ''), reason })),
  );
