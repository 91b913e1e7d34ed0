import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { prebuiltUrl } from '../../../tooling/build/prebuilt.ts';

describe('the prebuilt JavaScript of a command-line tool', () => {
  let projectDir: string;
  let outDir: string;

  const write = (path: string, text: string) => writeFileSync(join(projectDir, path), text);
  const address = () => prebuiltUrl({ projectDir, entry: 'tool/main.ts', sources: ['tool', 'lock.json'], outDir });
  const respond = async () => (await import(await address())).main();

  beforeEach(() => {
    projectDir = mkdtempSync(join(tmpdir(), 'prebuilt-'));
    outDir = join(projectDir, 'dist/tool');
    mkdirSync(join(projectDir, 'tool/parts'), { recursive: true });
    write('lock.json', '{}');
    write('tool/parts/word.ts', "export const word: string = 'first';\n");
    write('tool/main.ts', "export const main = async () => (await import('./parts/word.ts')).word;\n");
  });
  afterEach(() => rmSync(projectDir, { recursive: true }));

  it('the build of a tool is reused while the sources are unchanged', async () => {
    const first = await address();
    expect(await respond()).toBe('first');
    expect(await address()).toBe(first);
    expect(readdirSync(outDir)).toHaveLength(1);
  });

  it.each([
    ['a source', 'tool/parts/word.ts', "export const word = 'later';\n"],
    ['the lock file', 'lock.json', '{"changed":true}'],
  ])('a tool is built again if %s changes', async (_, file, text) => {
    const first = await address();
    write(file, text);
    expect(await address()).not.toBe(first);
    expect(await respond()).toBe(file === 'lock.json' ? 'first' : 'later');
  });

  it('a new build of a tool deletes builds that are over an hour old', async () => {
    await address();
    const [first = ''] = readdirSync(outDir);
    write('lock.json', '{"changed":1}');
    await address();
    expect(readdirSync(outDir)).toHaveLength(2);
    const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
    utimesSync(join(outDir, first), twoHoursAgo, twoHoursAgo);
    write('lock.json', '{"changed":22}');
    await address();
    expect(readdirSync(outDir)).toHaveLength(2);
    expect(readdirSync(outDir)).not.toContain(first);
  });

  it('a tool runs from its sources if the build cannot be written', async () => {
    write('dist', 'a file, not a folder');
    expect(await address()).toBe(pathToFileURL(join(projectDir, 'tool/main.ts')).href);
  });

  it('a tool runs from its sources if the build fails', async () => {
    write('tool/main.ts', 'export const main = = 1;\n');
    expect(await address()).toBe(pathToFileURL(join(projectDir, 'tool/main.ts')).href);
  });
});
