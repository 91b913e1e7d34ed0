import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { TOP_FOLDERS } from '../../tooling/folders.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

interface Rule {
  readonly words: readonly string[];
  /** The exempt files, by path. A path that ends in a slash stands for all files of that folder. */
  readonly except: readonly string[];
}

/** The last table of the glossary. */
const [, TABLE = ''] = read('docs/glossary.md').split('## Words that no name may have');
const RULES: readonly Rule[] = [...TABLE.matchAll(/^\| ([a-z, ]+) \| [^|]+ \| ([^|]*)\|$/gm)]
  .map(([, words = '', except = '']) => ({
    words: words.split(', '),
    except: [...except.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
  }))
  .filter(({ words }) => !words.includes('word'));

const COMMENT = /^\s*(?:\/\/|\/\*|\*).*$/gm;
/** Matches a declared name, a parameter or a property. Parsing every file would take seconds. */
const DECLARED =
  /\b(?:const|let|function|class|interface|type|readonly)\s+([A-Za-z_$][\w$]*)|[(,{]\s*([A-Za-z_$][\w$]*)\??:\s/g;

const namesIn = (text: string) =>
  [...text.replaceAll(COMMENT, '').matchAll(DECLARED)].map(([, declared, typed]) => declared ?? typed ?? '');

const wordsOf = (name: string) =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);

const forbiddenIn = (file: string, names: readonly string[]) => {
  const words = RULES.filter(({ except }) => !except.some((place) => file.startsWith(place))).flatMap(
    (rule) => rule.words,
  );
  return names.filter((name) => wordsOf(name).some((word) => words.includes(word))).map((name) => `${file}: ${name}`);
};

describe('the check of names against the glossary', () => {
  it('no name in the code has a word that the glossary forbids', () => {
    const files = globSync(`{${TOP_FOLDERS.join(',')}}/**/*.{ts,tsx}`, {
      cwd: ROOT,
      exclude: (path) => /^(node_modules|dist|openapi-types\.ts|names\.unit\.test\.ts)$/.test(basename(path)),
    });
    const found = files.flatMap((file) => forbiddenIn(file, [basename(file), ...namesIn(read(file))]));
    expect(found).toEqual([]);
  });

  it.each([
    ['a constant', 'const lastAnswer = 1;'],
    ['a type', 'export interface NoReply {}'],
    ['a parameter', 'const judge = (refusedWakeUp: string) => {};'],
    ['a property', '  readonly RATE_VERDICT?: string;'],
  ])('the check of names finds a word that the glossary forbids in the name of %s', (_, text) => {
    expect(forbiddenIn('shared/sample.ts', namesIn(text))).toHaveLength(1);
  });

  it('the check of names exempts only files and folders that exist', () => {
    expect(RULES.flatMap(({ except }) => except).filter((place) => !existsSync(join(ROOT, place)))).toEqual([]);
  });
});
