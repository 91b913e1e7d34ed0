import { readFileSync, statSync } from 'node:fs';
import type { SourceMap } from 'node:module';
import { parseSourceMap, replaceWithSourcePositions } from '../../../../tooling/trace/source-positions.ts';

/**
 * Returns a function that replaces positions in bundles with positions in the sources, in printed stack traces. Without
 * a readable source map in the bundle's folder, the line stays as it is. A source map is read when it is first needed,
 * and again after it has changed.
 */
export function sourcePositionReplacer(): (line: string) => string {
  const maps = new Map<string, { readonly mtimeMs: number; readonly map: SourceMap }>();
  const mapOf = (bundle: string) => {
    const file = `${bundle}.map`;
    const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? {};
    if (mtimeMs === undefined) return undefined;
    const known = maps.get(file);
    if (known?.mtimeMs === mtimeMs) return known.map;
    const map = parseSourceMap(readFileSync(file, 'utf8'));
    maps.set(file, { mtimeMs, map });
    return map;
  };
  return (line) => {
    try {
      return replaceWithSourcePositions(line, mapOf);
    } catch {
      // The line is useful even unchanged, so the reason why the map cannot be read is not reported.
      return line;
    }
  };
}
