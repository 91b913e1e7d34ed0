import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FUNCTION_NAMES } from '../../lib/rights.ts';

/** In place of built functions, whose code does not matter to the templates: each only names itself. */
export function writeBundles(dir: string): string {
  for (const name of FUNCTION_NAMES) {
    mkdirSync(join(dir, name), { recursive: true });
    writeFileSync(join(dir, name, 'index.js'), `exports.handler = async () => '${name}';`);
  }
  return dir;
}
