import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const COMMON_JS = ['--module', 'commonjs', '--moduleResolution', 'bundler', '--verbatimModuleSyntax', 'false'];

/** Builds the library in the folder as ES module and CommonJS, with types. */
export function buildLibrary(folder: string): void {
  const dist = join(folder, 'dist');
  rmSync(dist, { recursive: true, force: true });
  compile(folder, join(dist, 'esm'));
  compile(folder, join(dist, 'cjs'), COMMON_JS);
  // Overrides the type `module` of the package for the folder dist/cjs, whose files are CommonJS.
  writeFileSync(join(dist, 'cjs/package.json'), '{ "type": "commonjs" }\n');
}

function compile(folder: string, into: string, flags: readonly string[] = []) {
  const tsc = fileURLToPath(new URL('bin/tsc', import.meta.resolve('@typescript/native/package.json')));
  execFileSync(process.execPath, [tsc, '-p', folder, '--outDir', into, ...flags], { stdio: 'inherit' });
  for (const name of readdirSync(into).filter((file) => file.endsWith('.d.ts'))) {
    // The types import ./x.js, because TypeScript before 5.0 does not find ./x.d.ts for an import of ./x.ts.
    const types = readFileSync(join(into, name), 'utf8');
    writeFileSync(join(into, name), types.replaceAll(/(from '\.\/[a-z-]+)\.ts'/g, "$1.js'"));
  }
}
