import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { applied, type Mutant } from './mutant.ts';

const NOT_SOURCE: ReadonlySet<string> = new Set(['node_modules', '.git', 'dist', 'cdk.out', '.local', 'coverage']);

/** A copy of the source tree, in which one file at a time has a mutant. */
export type Workshop = ReturnType<typeof openWorkshop>;

export function openWorkshop(root: string) {
  const dir = mkdtempSync(join(tmpdir(), 'mutations-'));
  cpSync(root, dir, { recursive: true, filter: (from) => from === root || !NOT_SOURCE.has(basename(from)) });
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'));
  return {
    dir,
    /** Runs with the mutant in place, and restores the file afterwards. */
    async with<T>(mutant: Mutant, run: () => Promise<T>): Promise<T> {
      const path = join(dir, mutant.file);
      const text = readFileSync(path, 'utf8');
      writeFileSync(path, applied(mutant, text));
      try {
        return await run();
      } finally {
        writeFileSync(path, text);
      }
    },
    close: () => rmSync(dir, { recursive: true, force: true }),
  };
}
