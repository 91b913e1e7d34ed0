import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FUNCTION_NAMES, ROLLOUT_CHECK } from '../../lib/rights.ts';

/** Writes placeholders, because the templates do not depend on the functions' code. */
export function writeBundles(dir: string): string {
  for (const name of [...FUNCTION_NAMES, ROLLOUT_CHECK]) {
    mkdirSync(join(dir, name), { recursive: true });
    writeFileSync(join(dir, name, 'index.js'), `exports.handler = async () => '${name}';`);
  }
  return dir;
}
