import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import { type Release, type ReplacingProperties, release, releaseOf } from './release.ts';

/** The first release to which a stage can be rolled back, and the previous release. */
export const KEPT = ['first', 'previous'] as const;
export type Kept = (typeof KEPT)[number];

const fileOf = (root: string, kept: Kept) => join(root, `tooling/release/${kept}.json`);

/** Returns the facts of an earlier release with which later releases are compared, such as exports and rights. */
export const readKeptRelease = (root: string, kept: Kept): Release =>
  release.parse(JSON.parse(readFileSync(fileOf(root, kept), 'utf8')));

/** Stores a release as the previous one, with which later releases are compared. */
export const writePreviousRelease = (root: string, templates: Parameters<typeof releaseOf>[0]): void =>
  writeFileSync(fileOf(root, 'previous'), `${JSON.stringify(releaseOf(templates, replacingProperties()), null, 2)}\n`);

const database = z.object({
  schema: z.object({
    resource: z.object({
      entities: z.array(
        z.object({
          cloudFormationType: z.string(),
          properties: z.record(z.string(), z.object({ causesReplacement: z.string().optional() })),
        }),
      ),
    }),
  }),
});

/**
 * Returns which properties cannot change without a new resource. The source is the CDK CLI's copy of CloudFormation's
 * specification, as for `cdk diff`.
 */
export function replacingProperties(): ReplacingProperties {
  const folder = dirname(createRequire(import.meta.url).resolve('aws-cdk/package.json'));
  const specification: unknown = JSON.parse(gunzipSync(readFileSync(join(folder, 'db.json.gz'))).toString());
  const { entities } = database.parse(specification).schema.resource;
  const byType = new Map(entities.map((entity) => [entity.cloudFormationType, entity.properties]));
  return (type) => {
    const properties = byType.get(type);
    if (properties === undefined) throw new Error(`The specification of CloudFormation has no type ${type}`);
    return Object.entries(properties)
      .filter(([, { causesReplacement }]) => causesReplacement === 'yes')
      .map(([name]) => name);
  };
}
