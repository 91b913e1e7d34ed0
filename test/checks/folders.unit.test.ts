import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { FOLDERS, TOP_FOLDERS } from '../../tooling/folders.ts';
import { projectDir } from '../../tooling/project-dir.ts';

const ROOT = projectDir();
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const NOT_OURS = /^(node_modules|dist|cdk\.out|\..*)$/;
const sources = globSync('**/*.{ts,tsx,cts,mts,js,cjs,json,yml}', {
  cwd: ROOT,
  exclude: (path) => NOT_OURS.test(basename(path)),
});

describe('the list of top-level folders', () => {
  it('the list of folders has exactly the top-level folders that contain code', () => {
    const folders = sources
      .filter((file) => /\.tsx?$/.test(file) && file.includes('/'))
      .map((file) => file.split('/')[0]);
    expect([...new Set(folders)].sort()).toEqual(TOP_FOLDERS.toSorted());
  });

  it('every folder in the list of folders exists', () => {
    expect(Object.keys(FOLDERS).filter((folder) => !existsSync(join(ROOT, folder)))).toEqual([]);
  });

  it('no source file except package.json and tooling/folders.ts lists six or more of the top-level folders', () => {
    const files = sources.filter((file) => !['package.json', 'tooling/folders.ts'].includes(file));
    const lists = (text: string) => TOP_FOLDERS.filter((folder) => listed(folder).test(text)).length >= 6;
    expect(files.filter((file) => lists(read(file)))).toEqual([]);
  });

  it('the script check:imports names the same folders as the list of folders', () => {
    const manifest = z.object({ scripts: z.object({ 'check:imports': z.string() }) });
    const { scripts } = manifest.parse(JSON.parse(read('package.json')));
    expect(scripts['check:imports'].split(' ').slice(1)).toEqual(TOP_FOLDERS.toSorted());
  });

  it('the check for other lists of folders finds lists of strings and patterns', () => {
    const strings = TOP_FOLDERS.map((folder) => `'${folder}'`).join(', ');
    const pattern = `{${TOP_FOLDERS.join(',')}}/**`;
    for (const text of [strings, pattern]) expect(TOP_FOLDERS.every((folder) => listed(folder).test(text))).toBe(true);
  });
});

/** Matches a folder that is an item of a list: `'lib'`, `"lib/**"` or the `lib` of `{bin,lib}`. */
function listed(folder: string): RegExp {
  return new RegExp(`['"{,]${folder}(?:/\\*\\*)?['"},]`);
}

const LONGEST = 250;
const GENERATED = 'clients/typescript/src/openapi-types.ts';

it(`a file of production code has at most ${LONGEST} lines, except ${GENERATED}`, () => {
  const files = sources.filter((file) => /\.tsx?$/.test(file) && !file.startsWith('test/') && file !== GENERATED);
  expect(files.length).toBeGreaterThan(300);
  expect(files.filter((file) => read(file).split('\n').length - 1 > LONGEST)).toEqual([]);
});

/** Folders of tests of the whole service or project, and what all tests share. */
const OF_THE_WHOLE = /^test\/(bench|browser|checks|e2e|proof|support)(\/|$)/;

it('each test folder for a part of the code has the same path as this part', () => {
  const folders = new Set(sources.filter((file) => /^test\/.*\.test\.ts$/.test(file)).map(dirname));
  const tested = [...folders]
    .filter((folder) => !OF_THE_WHOLE.test(folder))
    .map((folder) => folder.replace('test/', ''));
  expect(tested.length).toBeGreaterThan(30);
  expect(tested.filter((path) => !existsSync(join(ROOT, path)) && !existsSync(join(ROOT, `${path}.ts`)))).toEqual([]);
});

const OF_AWS = readdirSync(join(ROOT, 'local/aws'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
const config = z.object({ forbidden: z.array(z.object({ name: z.string() })) });
const rules = config.parse(createRequire(import.meta.url)('../../.dependency-cruiser.cjs')).forbidden;

it.each(OF_AWS.map(({ name }) => name))('the folder local/aws/%s has a rule on what it may import', (folder) => {
  expect(rules.map(({ name }) => name)).toContain(`local/aws/${folder} imports only what it stands on`);
});

/** Matches at the beginning of a line, so outside of any function. */
const HOOK = /^(?:afterAll|afterEach|beforeAll|beforeEach)\(/m;

it('a shared file of the tests registers no hook when it is imported', () => {
  const files = sources.filter((file) => /^test\/.*(?<!\.test)\.ts$/.test(file));
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => HOOK.test(read(file)))).toEqual([]);
});
