import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FUNCTION_NAMES, ROLLOUT_CHECK } from '../../lib/rights.ts';

/**
 * Writes placeholders for the built functions. The templates do not depend on the functions' code, so each placeholder
 * only returns the name of its function.
 */
export function writeBundles(dir: string): string {
  for (const name of [...FUNCTION_NAMES, ROLLOUT_CHECK]) {
    mkdirSync(join(dir, name), { recursive: true });
    writeFileSync(join(dir, name, 'index.js'), `exports.handler = async () => '${name}';`);
  }
  return dir;
}
