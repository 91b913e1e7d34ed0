import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { sourcePositionReplacer } from '../../../local/aws/lambda/environments/readable-stack-traces.ts';
import { buildBundles } from '../../../tooling/build/bundles.ts';
import { parseSourceMap, replaceWithSourcePositions } from '../../../tooling/trace/source-positions.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const SOURCE = `type Word = string;

export function handler(word: Word): never {
  throw new Error(word);
}
`;

describe('the stack trace of a bundled function', () => {
  const root = temporaryFolder('positions-');
  const bundle = join(root, 'dist/functions/one/index.js');
  let stack: string;
  beforeAll(async () => {
    mkdirSync(join(root, 'functions/one'), { recursive: true });
    writeFileSync(join(root, 'functions/one/index.ts'), SOURCE);
    await buildBundles(join(root, 'dist/functions'), root);
    try {
      createRequire(import.meta.url)(bundle).handler('no');
    } catch (error) {
      stack = (error instanceof Error && error.stack) || '';
    }
  });

  const mapOf = () => parseSourceMap(readFileSync(`${bundle}.map`, 'utf8'));

  it('the stack trace of a bundled function names file and line of the source instead of the bundle', () => {
    expect(stack).toContain(`${bundle}:1:`);
    expect(replaceWithSourcePositions(stack, mapOf)).toMatch(/ \(?functions\/one\/index\.ts:4:9\)?\n/);
  });

  it('the stack trace in a JSON line names the source file', () => {
    const line = JSON.stringify({ service: 'one', error: { stack } });
    const { error } = JSON.parse(replaceWithSourcePositions(line, mapOf));
    expect(error.stack).toMatch(/ \(?functions\/one\/index\.ts:4:9\)?\n/);
  });

  it.each([
    ['in a bundle without a map', 'at handler (/elsewhere/index.js:1:30)'],
    ['without a source in the map', 'at handler (/var/task/index.js:1:1)'],
    ['in a file that is not a bundle', 'at run (node:internal/main:1:2)'],
  ])('the stack trace of a bundled function keeps a position %s unchanged', (_, line) => {
    expect(replaceWithSourcePositions(line, (path) => (path === '/elsewhere/index.js' ? undefined : mapOf()))).toBe(
      line,
    );
  });

  it('the local service translates a stack trace with the current source map of the bundle', () => {
    const readable = sourcePositionReplacer();
    expect(readable(stack)).toContain('functions/one/index.ts:4:9');
    const map = readFileSync(`${bundle}.map`, 'utf8');
    writeFileSync(`${bundle}.map`, 'no map');
    expect(readable(`${stack} later`)).toContain(`${bundle}:1:`);
    writeFileSync(`${bundle}.map`, map.replace('index.ts', 'moved.ts'));
    expect(readable(stack)).toContain('functions/one/moved.ts:4:9');
    rmSync(`${bundle}.map`);
    expect(readable(stack)).toBe(stack);
  });
});
