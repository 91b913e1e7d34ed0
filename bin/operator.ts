import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { prebuiltUrl } from '../tooling/build/prebuilt.ts';

const projectDir = join(import.meta.dirname, '..');
// The script `operator` in package.json passes the same folder to Node as NODE_COMPILE_CACHE, so that Node caches this
// file, too. Otherwise Node would strip the types of this file at each start. The cache shortens later starts.
enableCompileCache(join(projectDir, 'dist/compiled'));
const tool = await prebuiltUrl({
  projectDir,
  entry: 'operator/program.ts',
  sources: ['operator', 'partner-docs', 'shared', 'tooling', 'package-lock.json'],
  outDir: join(projectDir, 'dist/operator'),
});
const { main }: typeof import('../operator/program.ts') = await import(tool);
process.exitCode = await main(process.argv.slice(2));
