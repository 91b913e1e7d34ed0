import { type App, Validations } from 'aws-cdk-lib';
import * as z from 'zod';

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
