import { join } from 'node:path';
import { type BuildOptions, buildSync } from 'esbuild';
import type { Section } from './search/finder.ts';

/** The script that every page loads. */
export const pageScript = (): string => bundle({ entryPoints: [join(import.meta.dirname, 'browser/page.ts')] });

/** The script that finds words in these sections. A page loads it when somebody begins to search. */
export const searchScript = (sections: readonly Section[]): string =>
  bundle({
    minify: true,
    stdin: {
      contents: `import { finderIn } from './search/finder.ts';
        globalThis.partnerLinesFind = finderIn(${JSON.stringify(sections)});`,
      resolveDir: import.meta.dirname,
    },
  });

/** One classic script, because browsers do not load modules from disk. */
function bundle(options: BuildOptions): string {
  const { outputFiles = [] } = buildSync({
    ...options,
    bundle: true,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}
