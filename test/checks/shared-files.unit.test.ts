import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { projectDir } from '../../tooling/project-dir.ts';

/** At the beginning of a line, so outside of any function. */
const HOOK = /^(?:afterAll|afterEach|beforeAll|beforeEach)\(/m;

describe('a file that tests share', () => {
  it('no file that tests share registers a hook on import', () => {
    const files = globSync('test/**/*.ts', { cwd: projectDir() }).filter((file) => !file.endsWith('.test.ts'));
    expect(files.length).toBeGreaterThan(100);
    expect(files.filter((file) => HOOK.test(readFileSync(join(projectDir(), file), 'utf8')))).toEqual([]);
  });
});
