import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FUNCTION_NAMES } from '../../lib/rights.ts';

/**
 * Writes placeholders for the built functions. The templates do not depend on their code, so each only returns its
 * name.
 */
export function writeBundles(dir: string): string {
  for (const name of FUNCTION_NAMES) {
    mkdirSync(join(dir, name), { recursive: true });
    writeFileSync(join(dir, name, 'index.js'), `exports.handler = async () => '${name}';`);
  }
  return dir;
}
