import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { build } from 'esbuild';
import { FUNCTION_OPTIONS } from '../build/bundles.ts';
import type { Kept } from './kept-releases.ts';

const fileOf = (root: string, kept: Kept) => join(root, `tooling/release/${kept}.js.br`);
const ENTRY = 'test/support/functions/version.ts';

/**
 * Bundles the functions that use the table. `test/proof` runs them beside the functions of a later release, and replaces
 * the SDK and the logger. So the bundle leaves out both.
 */
export async function writePreviousFunctions(root: string, commit: string): Promise<void> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [ENTRY],
    ...FUNCTION_OPTIONS,
    external: ['@aws-sdk/*', '@aws-lambda-powertools/*'],
    banner: { js: bannerOf(commit) },
    write: false,
  });
  const [bundle] = outputFiles;
  writeFileSync(fileOf(root, 'previous'), brotliCompressSync(bundle?.contents ?? ''));
}

/** Returns the bundle of an earlier release, a CommonJS module. */
export const readKeptFunctions = (root: string, kept: Kept): string =>
  brotliDecompressSync(readFileSync(fileOf(root, kept))).toString();

/** Returns the first line of a bundle, which names its commit. */
export const bannerOf = (commit: string): string => `// The functions of commit ${commit}`;
