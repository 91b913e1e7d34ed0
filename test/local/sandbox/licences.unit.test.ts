import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { licencesOf } from '../../../local/sandbox/licences.ts';

const root = mkdtempSync(join(tmpdir(), 'licences-'));
afterAll(() => rmSync(root, { recursive: true }));

function install(name: string, manifest: object, files: Readonly<Record<string, string>> = {}) {
  const written = { 'package.json': JSON.stringify({ name, version: '1.0.0', ...manifest }), ...files };
  for (const [file, text] of Object.entries(written)) {
    const path = join(root, 'node_modules', name, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

const licences = (...names: string[]) =>
  licencesOf(
    root,
    names.map((name) => `node_modules/${name}/lib/index.js`),
  );

describe('the licences of bundled packages', () => {
  it('the licence texts of bundled packages are copied from these packages', () => {
    install('brings', { license: 'ISC' }, { 'LICENSE.md': 'The text of ISC', NOTICE: 'A notice' });
    expect(licences('brings', 'brings')).toBe('brings 1.0.0 (ISC)\n\nThe text of ISC\n\nA notice');
  });

  it.each(['MIT', 'MIT-0', 'Apache-2.0'])(
    "a bundled package that only names its licence %s gets the standard text with the package's author",
    (license) => {
      install('@named/only', { license, author: { name: 'Ada' } });
      expect(licences('@named/only')).toMatch(/^@named\/only 1\.0\.0 \(.+\)\n\nCopyright Ada\n\n[\s\S]{800}/);
    },
  );

  it("a bundled package without a licence file gets the copyright notice of the package's README", () => {
    install('noticed', { license: 'MIT', author: 'Ada' }, { 'README.md': 'Under MIT. Copyright (c) 2020 Bob\n' });
    expect(licences('noticed')).toContain('\n\nCopyright (c) 2020 Bob\n\nPermission is hereby granted');
  });

  it('the build fails if neither a bundled package nor the build has the text of its licence', () => {
    install('unknown', { license: 'Artistic-2.0' });
    expect(() => licences('unknown')).toThrow('unknown comes without the text of its licence');
  });
});
