import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

export const manifest = z.object({
  artifacts: z.record(
    z.string(),
    z.object({
      type: z.string(),
      properties: z
        .object({ templateFile: z.string().optional(), stackName: z.string().optional(), file: z.string().optional() })
        .optional(),
    }),
  ),
});

const assetManifest = z.object({
  files: z
    .record(
      z.string(),
      z.object({
        source: z.object({ path: z.string().optional() }),
        destinations: z.record(z.string(), z.object({ objectKey: z.string() })),
      }),
    )
    .default({}),
});

/**
 * Our stacks have no conditions. A template with conditions is rejected: if the emulator ignored them, it would create
 * resources that AWS would not create.
 */
const notUsed = z.never().optional();

const template = z.object({
  Resources: z
    .record(
      z.string(),
      z.object({
        Type: z.string(),
        Condition: notUsed,
        Properties: z.record(z.string(), z.unknown()).default({}),
      }),
    )
    .default({}),
  Parameters: z.record(z.string(), z.object({ Type: z.string(), Default: z.unknown() })).default({}),
  Outputs: z
    .record(
      z.string(),
      z.object({
        Value: z.unknown(),
        Condition: notUsed,
        Export: z.object({ Name: z.unknown() }).optional(),
      }),
    )
    .default({}),
});
export type Template = z.infer<typeof template>;

export type Assembly = ReturnType<typeof openAssembly>;

/** Opens a folder with synthesized stacks. */
export function openAssembly(cdkOutDir: string) {
  const read = <S extends z.ZodType>(file: string, schema: S) =>
    schema.parse(JSON.parse(readFileSync(join(cdkOutDir, file), 'utf8')));
  const artifacts = Object.entries(read('manifest.json', manifest).artifacts).map(([id, artifact]) => ({
    id,
    ...artifact,
  }));
  const assetDirs = new Map<string, string>();
  for (const { properties } of artifacts.filter(({ type }) => type === 'cdk:asset-manifest')) {
    if (!properties?.file) continue;
    for (const { source, destinations } of Object.values(read(properties.file, assetManifest).files)) {
      for (const { objectKey } of Object.values(destinations)) {
        if (source.path) assetDirs.set(objectKey, join(cdkOutDir, source.path));
      }
    }
  }
  return {
    template: (stackName: string): Template => {
      const stack = artifacts.find(
        ({ id, type, properties }) =>
          type === 'aws:cloudformation:stack' && (properties?.stackName ?? id) === stackName,
      );
      if (!stack?.properties?.templateFile) throw new Error(`${cdkOutDir} contains no stack ${stackName}`);
      return read(stack.properties.templateFile, template);
    },
    /** Returns the folder of an asset, by the object key under which a deployment uploads it. */
    assetDir: (objectKey: string) => {
      const dir = assetDirs.get(objectKey);
      if (dir === undefined) throw new Error(`${cdkOutDir} contains no asset ${objectKey}`);
      return dir;
    },
  };
}
