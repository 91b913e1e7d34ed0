import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FILES } from '../../../local/data-dir/file-names.ts';
import { tryLock } from '../../../local/data-dir/lock.ts';
import { createTemporaryFolder } from '../../../local/sandbox/temporary-folder.ts';

const HOUR_MS = 3_600_000;

describe('the temporary folder of a sandbox', () => {
  let parent: string;
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'parent-'));
  });
  afterEach(() => rmSync(parent, { recursive: true }));

  const folderNamed = (name: string) => {
    mkdirSync(join(parent, name));
    return join(parent, name);
  };

  it('only its owner can open the temporary folder of a sandbox', () => {
    expect(statSync(createTemporaryFolder(parent)).mode & 0o777).toBe(0o700);
  });

  it('a new sandbox deletes the temporary folder that a killed sandbox left', () => {
    const killed = folderNamed('partner-lines-sandbox-1');
    tryLock(join(killed, FILES.lock))?.release();
    createTemporaryFolder(parent);
    expect(existsSync(killed)).toBe(false);
  });

  it('a new sandbox does not delete the temporary folder of a running sandbox', () => {
    const other = folderNamed('partner-lines-sandbox-2');
    const lock = tryLock(join(other, FILES.lock));
    createTemporaryFolder(parent);
    lock?.release();
    expect(existsSync(other)).toBe(true);
  });

  it("a new sandbox does not delete another folder without a lock file in the folder's first minute", () => {
    const young = folderNamed('partner-lines-sandbox-3');
    createTemporaryFolder(parent);
    const isThereAtFirst = existsSync(young);
    createTemporaryFolder(parent, Date.now() + HOUR_MS);
    expect([isThereAtFirst, existsSync(young)]).toEqual([true, false]);
  });

  it('a new sandbox deletes no link with the name of a temporary folder', () => {
    const target = folderNamed('something-of-ours');
    const link = join(parent, 'partner-lines-sandbox-4');
    symlinkSync(target, link);
    createTemporaryFolder(parent, Date.now() + HOUR_MS);
    expect([existsSync(target), existsSync(link)]).toEqual([true, true]);
  });

  it('a new sandbox does not delete the temporary folders of other programs', () => {
    const other = folderNamed('something-else');
    createTemporaryFolder(parent, Date.now() + HOUR_MS);
    expect(existsSync(other)).toBe(true);
  });
});
