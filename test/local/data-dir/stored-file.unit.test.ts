import {
  mkdirSync,
  mkdtempSync,
  type PathLike,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { readIfThere, readStoredJson, writeAtomically } from '../../../local/data-dir/stored-file.ts';
import { Problem } from '../../../tooling/command-line/problem.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stored-file-'));
  file = join(folder, 'file');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Functions of the real file system, with which each sync and rename is recorded. */
function watched() {
  const steps: string[] = [];
  const nameOf = (path: unknown) => basename(String(path)).replace(/\..+\.tmp$/, '.draft');
  return {
    steps,
    open: async (...args: Parameters<typeof fs.open>) => {
      const handle = await fs.open(...args);
      const { sync } = handle;
      return Object.assign(handle, {
        sync() {
          steps.push(`sync ${nameOf(args[0])}`);
          return sync.call(handle);
        },
      });
    },
    rename: async (from: PathLike, to: PathLike) => {
      steps.push(`rename ${nameOf(from)} to ${nameOf(to)}`);
      await fs.rename(from, to);
    },
    rm: fs.rm,
  };
}

describe('an atomic write of a file', () => {
  it('an atomic write makes a file that only the owner can read', async () => {
    await writeAtomically(file, 'one');
    await writeAtomically(file, 'two');
    expect(readFileSync(file, 'utf8')).toBe('two');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['file']);
  });

  it('an atomic write syncs the new file before its rename and the folder after the rename', async () => {
    const { steps, ...files } = watched();
    await writeAtomically(file, 'content', files);
    expect(steps).toEqual(['sync file.draft', 'rename file.draft to file', `sync ${basename(folder)}`]);
  });

  it('after two parallel atomic writes, a file has the whole content of one writer', async () => {
    const [one, other] = ['1'.repeat(100_000), '2'.repeat(70_000)];
    await Promise.all([writeAtomically(file, one), writeAtomically(file, other)]);
    expect([one, other]).toContain(readFileSync(file, 'utf8'));
  });

  it('a failed atomic write leaves the file unchanged', async () => {
    writeFileSync(file, 'before');
    const rename = () => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' }));
    await expect(writeAtomically(file, 'after', { ...fs, rename })).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(readFileSync(file, 'utf8')).toBe('before');
    expect(readdirSync(folder)).toEqual(['file']);
  });
});

describe('a stored JSON file', () => {
  const schema = z.object({ port: z.int() });

  it('a stored file counts as damaged if it is not JSON that matches the schema', () => {
    expect(readStoredJson(file, schema)).toEqual({ damaged: false });
    writeFileSync(file, '{"port":1}');
    expect(readStoredJson(file, schema)).toEqual({ value: { port: 1 }, damaged: false });
    for (const content of ['', '{"port":', '\0\0\0\0', '[]', 'null', '{"port":"1"}']) {
      writeFileSync(file, content);
      expect(readStoredJson(file, schema)).toEqual({ damaged: true });
    }
  });

  it('the error about an unreadable file names the file', () => {
    mkdirSync(file);
    expect(() => readIfThere(file)).toThrow(new Problem(`${file} cannot be read (EISDIR).`));
    expect(readIfThere(join(folder, 'absent'))).toBeUndefined();
  });
});
