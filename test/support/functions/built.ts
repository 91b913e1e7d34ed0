import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { type Bundle, buildBundles } from '../../../tooling/build/bundles.ts';
import { sharedFolder } from '../folder-of-the-run.ts';

const listed = z.array(
  z.object({
    action: z.string(),
    bytes: z.number(),
    inputs: z.array(z.string()),
    bytesOf: z.record(z.string(), z.number()),
  }),
);
const LIST = 'bundles.json';

/**
 * Returns the bundles of all functions, which are built once per run of Jest. The folder contains the bundle of each
 * function in a subfolder with its name.
 */
export async function builtFunctions() {
  const folder = await sharedFolder('functions', async (empty) =>
    writeFileSync(join(empty, LIST), JSON.stringify(await buildBundles(empty))),
  );
  const bundles: readonly Bundle[] = listed.parse(JSON.parse(readFileSync(join(folder, LIST), 'utf8')));
  return { folder, bundles };
}
