import { join } from 'node:path';
import { type BuildOptions, buildSync } from 'esbuild';
import type { Section } from './search/finder.ts';

export const pageScript = (): string => bundle(pageScriptOptions());

/** Returns the script that searches these sections. A page loads the script when somebody begins to search. */
export const searchScript = (sections: readonly Section[]): string => bundle(searchScriptOptions(sections));

/** Returns esbuild's options for the page script and for the search script. */
export const scriptOptions = (): BuildOptions[] => [pageScriptOptions(), searchScriptOptions([])];

const pageScriptOptions = (): BuildOptions => ({
  ...COMMON,
  entryPoints: [join(import.meta.dirname, 'browser/page.ts')],
});

const searchScriptOptions = (sections: readonly Section[]): BuildOptions => ({
  ...COMMON,
  minify: true,
  stdin: {
    contents: `import { finderIn } from './search/finder.ts';
      globalThis.partnerLinesFind = finderIn(${JSON.stringify(sections)});`,
    resolveDir: import.meta.dirname,
  },
});

/** The options of each script. The result is a classic script, because browsers do not load modules from disk. */
const COMMON: BuildOptions = {
  ...{ bundle: true, format: 'iife', target: 'es2022', charset: 'utf8', write: false },
  // Comments in the script name its sources relative to `partner-docs/site`.
  absWorkingDir: import.meta.dirname,
};

const bundle = (options: BuildOptions): string => buildSync(options).outputFiles?.[0]?.text ?? '';
