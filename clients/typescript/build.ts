/**
 * `npm run build`: writes dist/esm and dist/cjs, each with types and a package.json for its kind of module, and copies
 * the sample.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = import.meta.dirname;
const dist = join(root, 'dist');
rmSync(dist, { recursive: true, force: true });

const tsc = fileURLToPath(new URL('bin/tsc', import.meta.resolve('@typescript/native/package.json')));
execFileSync(process.execPath, [tsc, '-p', root], { stdio: 'inherit' });
mkdirSync(join(dist, 'cjs'), { recursive: true });
cpSync(join(dist, 'esm'), join(dist, 'cjs'), { recursive: true });

for (const [format, type] of [
  ['esm', 'module'],
  ['cjs', 'commonjs'],
] as const) {
  await build({
    entryPoints: [join(root, 'src/index.ts')],
    outfile: join(dist, format, 'index.js'),
    bundle: true,
    format,
    platform: 'neutral',
    target: 'es2022',
    logLevel: 'warning',
  });
  writeFileSync(join(dist, format, 'package.json'), `${JSON.stringify({ type })}\n`);
}

// The sample is copied for partners who have only the package.
cpSync(join(root, '../samples/follow-calls.ts'), join(dist, 'samples/follow-calls.ts'));
