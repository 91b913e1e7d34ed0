import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { changed, document, SCHEMAS } from './changed-document.ts';

describe('`npm run contract:diff`', () => {
  const folder = temporaryFolder('contract-diff-');
  const file = (name: string, content: unknown) => {
    writeFileSync(join(folder, name), JSON.stringify(content));
    return join(folder, name);
  };
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['bin/contract-diff.ts', ...args], {
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  };
  const old = file('old.json', document);

  it('`npm run contract:diff` exits with code 1 if a change breaks clients', () => {
    const now = file('new.json', changed(`${SCHEMAS}/CreateLine/properties/name/maxLength`, 100));
    expect(run(old, now)).toEqual({
      status: 1,
      stdout: 'BREAKS  sent CreateLine.name: maxLength: 200 → 100\nDifferences: 1; breaking for clients: 1\n',
      stderr: '',
    });
  });

  it('`npm run contract:diff` exits with code 0 if no change breaks clients', () => {
    expect(run(old, file('more.json', changed(`${SCHEMAS}/Line/properties/colour`, {})))).toMatchObject({ status: 0 });
  });

  it.each([[[]], [[old]], [[old, old, old]], [[old, join(folder, 'none.json')]], [[old, file('other.json', {})]]])(
    '`npm run contract:diff` exits with code 2 for wrong arguments (case %#)',
    (args) => {
      expect(run(...args)).toMatchObject({ status: 2, stdout: '', stderr: expect.stringMatching(/.+\n$/) });
    },
  );
});
