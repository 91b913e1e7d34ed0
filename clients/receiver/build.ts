/**
 * `npm run build`: builds the library as ES module and CommonJS with types, builds the command as one file, and copies
 * the samples.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = import.meta.dirname;
const dist = join(here, 'dist');
const tsc = fileURLToPath(new URL('bin/tsc', import.meta.resolve('@typescript/native/package.json')));
const COMMON_JS = ['--module', 'commonjs', '--moduleResolution', 'bundler', '--verbatimModuleSyntax', 'false'];

rmSync(dist, { recursive: true, force: true });
compile(join(dist, 'esm'));
compile(join(dist, 'cjs'), COMMON_JS);
// Overrides the type `module` of the package for the folder dist/cjs, whose files are CommonJS.
writeFileSync(join(dist, 'cjs/package.json'), '{ "type": "commonjs" }\n');

// The command contains the typed client's code that it needs, so that the package has no dependencies.
await build({
  entryPoints: [join(here, 'command/main.ts')],
  outfile: join(dist, 'command.js'),
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node18.3',
  logLevel: 'warning',
});

// The samples are copied for partners who have only the package. The sample of the typed client is in that client's
// package.
cpSync(join(here, '../samples'), join(dist, 'samples'), {
  recursive: true,
  filter: (path) => basename(path) !== 'follow-calls.ts',
});

function compile(into: string, flags: readonly string[] = []) {
  execFileSync(process.execPath, [tsc, '-p', here, '--outDir', into, ...flags], { stdio: 'inherit' });
  for (const name of readdirSync(into).filter((file) => file.endsWith('.d.ts'))) {
    // The types import ./x.js, because TypeScript before 5.0 does not find ./x.d.ts for an import of ./x.ts.
    const types = readFileSync(join(into, name), 'utf8');
    writeFileSync(join(into, name), types.replaceAll(/(from '\.\/[a-z-]+)\.ts'/g, "$1.js'"));
  }
}
