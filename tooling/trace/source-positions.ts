import { SourceMap } from 'node:module';
import * as z from 'zod';

/** Matches a position such as `/var/task/index.js:1:2345`, also inside a JSON string. */
const POSITION = /(\/[^"'\\()\n]*?\bindex\.js):(\d+):(\d+)/g;

const sourceMap = z.object({
  version: z.number(),
  sources: z.array(z.string()),
  names: z.array(z.string()),
  mappings: z.string(),
});

/** Parses a source map as esbuild writes it. */
export function parseSourceMap(text: string): SourceMap {
  return new SourceMap({ ...sourceMap.parse(JSON.parse(text)), file: '', sourceRoot: '', sourcesContent: [] });
}

/**
 * Replaces each position in a bundle with the position in its source, such as `functions/whoami/handler.ts:8:5`. Keeps
 * a position for which there is no map, or which the map lacks. `mapOf` gets the bundle's path.
 */
export const replaceWithSourcePositions = (text: string, mapOf: (bundle: string) => SourceMap | undefined): string =>
  text.replace(POSITION, (position, bundle: string, line: string, column: string) => {
    const found = mapOf(bundle)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (found === undefined || !('originalSource' in found)) return position;
    return `${pathInProject(found.originalSource)}:${found.originalLine + 1}:${found.originalColumn + 1}`;
  });

/**
 * Returns the path of a source relative to the project. In the map, the path is relative to the map's folder. A
 * package's path leads out of the project if `node_modules` is a link to another folder.
 */
const pathInProject = (source: string) => source.replace(/^(\.\.\/)+(.*?\/(?=node_modules\/))?/, '');
