import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { writeAtomically } from '../../../../clients/receiver/command/write-atomically.ts';

describe('a file that the receiver kit writes', () => {
  let folder: string;
  let path: string;
  let victim: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'whole-file-'));
    path = join(folder, 'position.json');
    victim = join(folder, 'victim');
    writeFileSync(victim, 'precious');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('a file that the receiver kit writes can be read only by its owner', async () => {
    await writeAtomically(path, 'old');
    await writeAtomically(path, 'new');
    expect([readFileSync(path, 'utf8'), lstatSync(path).mode & 0o777]).toEqual(['new', 0o600]);
    expect(readdirSync(folder).sort()).toEqual(['position.json', 'victim']);
  });

  it.each(['position.json', 'position.json.new'])(
    'the receiver kit does not write a file through a link at %s',
    async (name) => {
      symlinkSync(victim, join(folder, name));
      await writeAtomically(path, 'new');
      expect(readFileSync(victim, 'utf8')).toBe('precious');
      expect([readFileSync(path, 'utf8'), lstatSync(path).isSymbolicLink()]).toEqual(['new', false]);
    },
  );

  it('the receiver kit leaves no temporary file if it cannot replace the old file', async () => {
    mkdirSync(path);
    await expect(writeAtomically(path, 'new')).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST|rename/);
    expect(readdirSync(folder).sort()).toEqual(['position.json', 'victim']);
  });
});
