/**
 * `npm run build`: builds the library as ES module and CommonJS with types, builds the command as one file, and copies
 * the samples.
 */
import { cpSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { buildLibrary } from '../build-library.ts';

const here = import.meta.dirname;
const dist = join(here, 'dist');
buildLibrary(here);

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
