import { globSync, readdirSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type BuildOptions, build, type Metafile } from 'esbuild';

const root = join(import.meta.dirname, '../..');

export interface Bundle {
  readonly action: string;
  readonly bytes: number;
  /** The source files in the bundle, relative to the project. */
  readonly inputs: readonly string[];
  /** How many bytes of the bundle come from each source file. */
  readonly bytesOf: Readonly<Record<string, number>>;
}

export const functionNames = (projectDir: string = root): string[] =>
  globSync('*/index.ts', { cwd: join(projectDir, 'functions') })
    .map(dirname)
    .sort();

export const FUNCTION_OPTIONS = {
  bundle: true,
  minify: true,
  charset: 'utf8',
  legalComments: 'none',
  platform: 'node',
  target: 'node24',
  // CommonJS starts faster on Lambda than ES modules.
  format: 'cjs',
  // esbuild can tree-shake the SDK's ES modules, but not its CommonJS.
  mainFields: ['module', 'main'],
} satisfies BuildOptions;

/**
 * Returns the options with which esbuild bundles functions of a project. Output: `<outDir>/<action>/index.js`, with its
 * source map beside it.
 */
export const bundleOptions = (names: readonly string[], outDir: string, projectDir: string = root) =>
  ({
    absWorkingDir: projectDir,
    entryPoints: Object.fromEntries(names.map((name) => [`${name}/index`, `functions/${name}/index.ts`])),
    outdir: outDir,
    ...FUNCTION_OPTIONS,
    // A dynamic import in the bundle would load Node's ESM facade of node:http, which takes 20 ms.
    supported: { 'dynamic-import': false },
    alias: {
      '@aws-sdk/credential-provider-node': join(import.meta.dirname, 'lambda-credentials.ts'),
      '@aws-sdk/endpoint-cache': join(import.meta.dirname, 'unused-sdk-parts.ts'),
      '@smithy/core/event-streams': join(import.meta.dirname, 'unused-sdk-parts.ts'),
    },
    // Source maps are only for stack traces, which need only positions. The bundle does not refer to its map, and the
    // map is not deployed.
    sourcemap: 'external',
    sourcesContent: false,
    metafile: true,
    logLevel: 'warning',
  }) satisfies BuildOptions;

/** Builds all functions into a folder. In this folder, deletes what belongs to no function. */
export async function buildBundles(outDir: string, projectDir: string = root): Promise<Bundle[]> {
  const names = functionNames(projectDir);
  await removeOtherFolders(outDir, names);
  const { metafile } = await build(bundleOptions(names, outDir, projectDir));
  // Without this file, a bundle below a package with `"type": "module"` would count as an ES module. On Lambda, the
  // file changes nothing.
  await Promise.all(names.map((name) => writeFile(join(outDir, name, 'package.json'), '{"type":"commonjs"}\n')));
  return names.map((action) => bundleOf(action, metafile));
}

/**
 * Deletes what belongs to no function of the project. Without this deletion, a function could be deployed after
 * its sources were deleted.
 */
async function removeOtherFolders(outDir: string, names: readonly string[]): Promise<void> {
  await mkdir(outDir, { recursive: true });
  const strangers = readdirSync(outDir).filter((name) => !names.includes(name));
  await Promise.all(strangers.map((name) => rm(join(outDir, name), { recursive: true })));
}

function bundleOf(action: string, { outputs }: Metafile): Bundle {
  const output = Object.values(outputs).find(({ entryPoint }) => entryPoint === `functions/${action}/index.ts`);
  if (!output) throw new Error(`esbuild made no bundle of ${action}`);
  const sizes = Object.entries(output.inputs).map(([path, { bytesInOutput }]) => [path, bytesInOutput] as const);
  const bytesOf = Object.fromEntries(sizes.filter(([, bytes]) => bytes > 0));
  return { action, bytes: output.bytes, inputs: Object.keys(bytesOf), bytesOf };
}
