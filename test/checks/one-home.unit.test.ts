import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { projectDir } from '../../tooling/project-dir.ts';

const ROOT = projectDir();
const NOT_OURS = /^(node_modules|dist|cdk\.out|clients|test|\..*)$/;

interface Source {
  readonly file: string;
  readonly text: string;
}

/** A list of texts, such as the lanes, that is exported for all to use. */
interface List extends Source {
  readonly name: string;
  readonly items: readonly string[];
}

const itemsIn = (array: string) => [...array.matchAll(/'([^']*)'/g)].map(([, item = '']) => item);

const listsIn = (source: Source): List[] =>
  [...source.text.matchAll(/^export const ([A-Z_]+) = \[([^\][]*)\] as const;/gm)]
    .map(([, name = '', array = '']) => ({ ...source, name, items: itemsIn(array) }))
    .filter(({ items }) => items.length > 1);

/** Tells whether a file has an array of the same texts, or a constant of the same name. */
const repeats = ({ text }: Source, { name, items }: List) =>
  new RegExp(`^(export )?const ${name}\\b`, 'm').test(text) ||
  [...text.matchAll(/\[([^\][]*)\]/g)].some(([, array = '']) => itemsIn(array).join() === items.join());

/** Returns the repeated lists, each with the file that repeats it. */
const repeatedIn = (lists: readonly List[], others: readonly Source[]) =>
  lists.flatMap((list) =>
    others
      .filter((other) => other.file !== list.file && repeats(other, list))
      .map(({ file }) => `${file} repeats ${list.name} of ${list.file}`),
  );

describe('a list in the folder `shared`', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: ROOT, exclude: (path) => NOT_OURS.test(basename(path)) });
  const sources = files.map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));
  const lists = sources.filter(({ file }) => file.startsWith('shared/')).flatMap(listsIn);

  it('no file outside of clients and tests repeats a list that the folder `shared` exports', () => {
    expect(lists.map(({ name }) => name)).toEqual(expect.arrayContaining(['LANES', 'DELIVERY_STATUSES']));
    expect(repeatedIn(lists, sources)).toEqual([]);
  });

  it.each(["const LANES = ['main', 'slow'];", "const ORDER = [\n  'main',\n  'slow',\n  'hung',\n];"])(
    'the check finds the second copy of a shared list in %j',
    (text) => {
      const planted = { file: 'operator/planted.ts', text };
      expect(repeatedIn(lists, [planted])).toEqual([
        'operator/planted.ts repeats LANES of shared/domain/deliveries/lane.ts',
      ]);
    },
  );
});
