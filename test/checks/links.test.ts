import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { TOP_FOLDERS } from '../../tooling/folders.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Pages and skills for partners link to each other by the paths they are served at, and have their own tests. */
const SERVED = [':!partner-docs/pages', ':!partner-docs/skills'];
const documents = execFileSync('git', ['ls-files', '*.md', ...SERVED], { cwd: ROOT, encoding: 'utf8' })
  .trim()
  .split('\n');

it.each(documents)('every relative link in %s leads to an existing file', (document) => {
  const targets = readFileSync(join(ROOT, document), 'utf8').matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g);
  const missing = [...targets]
    .map(([, target = '']) => target)
    .filter((target) => !existsSync(join(ROOT, dirname(document), target)));
  expect(missing).toEqual([]);
});

const namedFile = new RegExp(`\`((?:${TOP_FOLDERS.join('|')})/[\\w./@-]+\\.\\w+)\``, 'g');

it.each(documents)('each source file whose path is in backticks in %s exists', (document) => {
  const named = [...readFileSync(join(ROOT, document), 'utf8').matchAll(namedFile)];
  const missing = named.map(([, file = '']) => file).filter((file) => !existsSync(join(ROOT, file)));
  expect(missing).toEqual([]);
});

it('no two decision records have the same number', () => {
  const numbers = documents.flatMap((document) => /^docs\/adr\/(\d+)-/.exec(document)?.[1] ?? []);
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
});
