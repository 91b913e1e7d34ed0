import { join } from 'node:path';
import { buildBundles } from '../tooling/build/bundles.ts';

/** `node bin/build.ts`: bundles every function into dist/functions. With `--sizes`, prints the size of each bundle. */
const bundles = await buildBundles(join(import.meta.dirname, '../dist/functions'));

if (process.argv.includes('--sizes')) {
  for (const { action, bytes } of bundles) console.log(`${(bytes / 1024).toFixed(1).padStart(8)} KiB  ${action}`);
}
