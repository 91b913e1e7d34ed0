import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { projectDir } from '../../tooling/project-dir.ts';

const textOf = (file: string) => readFileSync(join(projectDir(), file), 'utf8');
const manifests = ['package.json', ...globSync('clients/*/package.json', { cwd: projectDir() })];

describe.each(manifests)('the package of %s', (manifest) => {
  it('refers to its file LICENSE', () => {
    expect(JSON.parse(textOf(manifest)).license).toBe('SEE LICENSE IN LICENSE');
  });

  it('has the same LICENSE as the whole project, which npm puts into its tarball', () => {
    expect(textOf(join(dirname(manifest), 'LICENSE'))).toBe(textOf('LICENSE'));
  });
});
