import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import type { ReplacingProperties } from './release.ts';

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
 * Returns which properties cannot change without a new resource, from the CDK CLI's copy of CloudFormation's
 * specification, which `cdk diff` also uses.
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
