import { join } from 'node:path';
import { type BuildResult, build, context } from 'esbuild';
import { bundleOptions, functionNames } from '../../tooling/build/bundles.ts';

export interface BuiltFunction {
  readonly action: string;
  readonly code: Uint8Array;
  readonly map: Uint8Array;
}

/** If at most this many functions are outdated, only they are built, because rebuilding all functions takes longer. */
const FEW = 4;

/**
 * Returns a bundler that builds the functions of a project repeatedly. The bundles equal the deployed ones, but stay in
 * memory. Types are not checked. The first build includes all functions.
 */
export async function openBundler(root: string) {
  const names = functionNames(root);
  // The output folder of the build. Nothing is written to it, but the paths in source maps are relative to it.
  const outDir = join(root, 'dist/functions');
  const optionsFor = (wanted: readonly string[]) =>
    ({ ...bundleOptions(wanted, outDir, root), write: false, logLevel: 'silent' }) as const;
  const all = await context(optionsFor(names));
  const sourcesOf = new Map<string, ReadonlySet<string>>();
  const unbuilt = new Set<string>();

  const isOutdated = (action: string) => {
    const sources = sourcesOf.get(action);
    return sources === undefined || [...unbuilt].some((file) => sources.has(file));
  };
  return {
    /**
     * Builds the functions that use one of the changed files (paths relative to the project), and returns their
     * bundles. If a build fails, returns one line per error, with the error's location if known. The next change builds
     * the functions again.
     */
    async build(changed: Iterable<string>) {
      for (const file of changed) unbuilt.add(file);
      const outdated = names.filter(isOutdated);
      if (outdated.length === 0) return { functions: [] };
      const building = outdated.length <= FEW ? build(optionsFor(outdated)) : all.rebuild();
      const result = await building.catch(errorLines);
      if ('lines' in result) return { errors: result.lines };
      unbuilt.clear();
      for (const action of outdated) sourcesOf.set(action, sourcesOfBundle(result, action));
      return { functions: outdated.map((action) => builtFunctionIn(result, outDir, action)) };
    },
    close: () => all.dispose(),
  };
}

function sourcesOfBundle({ metafile }: BuildResult, action: string): ReadonlySet<string> {
  const outputs = Object.values(metafile?.outputs ?? {});
  const bundle = outputs.find(({ entryPoint }) => entryPoint === `functions/${action}/index.ts`);
  return new Set(Object.keys(bundle?.inputs ?? {}));
}

function builtFunctionIn({ outputFiles = [] }: BuildResult, outDir: string, action: string): BuiltFunction {
  const contentOf = (name: string) => {
    const file = outputFiles.find(({ path }) => path === join(outDir, action, name));
    if (!file) throw new Error(`esbuild made no ${name} of ${action}`);
    return file.contents;
  };
  return { action, code: contentOf('index.js'), map: contentOf('index.js.map') };
}

/** Returns the error lines of code that cannot be built. Throws any other error. */
function errorLines(thrown: unknown) {
  if (!isBuildFailure(thrown)) throw thrown;
  const lines = thrown.errors.map(({ location, text }) =>
    location === null ? text : `${location.file}:${location.line}:${location.column + 1}: ${text}`,
  );
  return { lines };
}

const isBuildFailure = (thrown: unknown): thrown is Pick<BuildResult, 'errors'> =>
  thrown instanceof Error && 'errors' in thrown && Array.isArray(thrown.errors);
