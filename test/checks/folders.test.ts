import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const pattern = z.object({ path: z.string().optional(), pathNot: z.string().optional() });
const config = z.object({ forbidden: z.array(z.object({ name: z.string(), from: pattern, to: pattern })) });
/** The rules that depend only on where a file lies. */
const RULES = config
  .parse(createRequire(import.meta.url)('../../.dependency-cruiser.cjs'))
  .forbidden.filter(({ name, to }) => to.path !== undefined && name.includes('imports only'));

/** The table of folders in README.md: each folder with the folders that it may import. */
const TABLE = new Map(
  [...read('README.md').matchAll(/^\| `([^`]+)` \| [^|]* \| ([^|]+) \|$/gm)].map(([, folder = '', others = '']) => {
    const named = [...others.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    return [folder, { named, isAllBut: others.startsWith('all but ') }] as const;
  }),
);
const FOLDERS = [...TABLE.keys()];

const isIn = (folder: string, above: string) => folder === above || folder.startsWith(`${above}/`);

function mayImport(folder: string): string[] {
  const { named, isAllBut } = TABLE.get(folder) ?? { named: [], isAllBut: false };
  const isNamed = (other: string) => named.some((name) => isIn(other, name));
  return FOLDERS.filter((other) => other !== folder && isNamed(other) !== isAllBut);
}

function isForbidden(from: string, to: string): boolean {
  const isMatch = (path: string, { path: wanted = '', pathNot = '^$' }: z.infer<typeof pattern>) =>
    new RegExp(wanted).test(path) && !new RegExp(pathNot).test(path);
  return RULES.some((rule) => isMatch(from, rule.from) && isMatch(to, rule.to));
}

describe("README's table of folders", () => {
  it('lists every folder that contains code, and no other', () => {
    const code = globSync('*/**/*.ts', {
      cwd: ROOT,
      exclude: (path) => /^(node_modules|dist|\..*|cdk\.out)$/.test(path),
    });
    const folderOf = (file: string) => FOLDERS.find((folder) => file.startsWith(`${folder}/`)) ?? file;
    expect([...new Set(code.map(folderOf))].sort()).toEqual(FOLDERS.toSorted());
  });

  it.each([
    [
      'check:imports in package.json',
      () => /"check:imports": "depcruise ([^"]+)"/.exec(read('package.json'))?.[1]?.split(' '),
    ],
    [
      'tsconfig.json',
      () => z.object({ include: z.array(z.string()) }).parse(JSON.parse(read('tsconfig.json'))).include,
    ],
  ])('lists the same top-level folders as %s', (_, named) => {
    expect(named()?.toSorted()).toEqual([...new Set(FOLDERS.map((folder) => folder.split('/')[0]))].sort());
  });

  it.each(FOLDERS)('lists for %s exactly the folders that the import rules allow it to import', (folder) => {
    const others = FOLDERS.filter((other) => other !== folder);
    expect(others.filter((other) => !isForbidden(`${folder}/a.ts`, `${other}/b.ts`))).toEqual(mayImport(folder));
  });
});

describe('a file of production code', () => {
  const LONGEST = 250;
  const GENERATED = 'clients/typescript/src/openapi-types.ts';

  it(`has at most ${LONGEST} lines`, () => {
    const folders = `{${FOLDERS.filter((folder) => folder !== 'test').join(',')}}`;
    const files = globSync(`${folders}/**/*.{ts,tsx}`, { cwd: ROOT, exclude: ['clients/*/dist/**'] });
    expect(files.length).toBeGreaterThan(FOLDERS.length);
    const linesOf = (file: string) => read(file).split('\n').length - 1;
    expect(files.filter((file) => file !== GENERATED && linesOf(file) > LONGEST)).toEqual([]);
  });
});

describe('the emulator folder', () => {
  const entries = readdirSync(join(ROOT, 'emulator'), { withFileTypes: true });
  const rooms = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const differences = read('docs/local.md');
  const anchors = [...differences.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replace(/\s/g, '-'),
  );

  it.each(rooms)("%s has a README.md that links to the folder's differences from AWS in docs/local.md", (room) => {
    const file = `emulator/${room}/README.md`;
    expect(existsSync(join(ROOT, file))).toBe(true);
    const [, anchor] = /\]\(\.\.\/\.\.\/docs\/local\.md#([\w-]+)\)/.exec(read(file)) ?? [];
    expect(anchors).toContain(anchor);
  });

  it.each(rooms)('%s has at least one other emulator folder that it may not import', (room) => {
    const others = rooms.filter((other) => other !== room);
    expect(others.some((other) => isForbidden(`emulator/${room}/a.ts`, `emulator/${other}/b.ts`))).toBe(true);
  });
});
