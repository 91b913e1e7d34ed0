import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { checkNames, runChecks } from './checks.ts';

describe('the checks of `npm run check`', () => {
  const root = temporaryFolder('checks-');
  beforeAll(() => {
    const scripts = { 'check:bad': 'echo what is wrong >&2; exit 3', check: 'exit 4', 'check:good': 'echo fine' };
    writeFileSync(join(root, 'package.json'), JSON.stringify({ scripts }));
  });

  it('`npm run check` runs the scripts in package.json whose names start with "check:"', () => {
    expect(checkNames(root)).toEqual(['check:bad', 'check:good']);
  });

  it.each([1, 2, 3])('`npm run check` runs all checks, %i at a time, even if one check fails', async (atOnce) => {
    expect(await runChecks(root, atOnce)).toEqual([
      { name: 'check:bad', isPassed: false, output: 'what is wrong\n' },
      { name: 'check:good', isPassed: true, output: 'fine\n' },
    ]);
  });
});
