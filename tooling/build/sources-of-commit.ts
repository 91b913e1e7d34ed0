import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { types } from 'node:util';
import { Problem } from '../command-line/problem.ts';

const LOCK = 'package-lock.json';

/** Returns the full id of a commit. Throws a Problem if there is no such commit. */
export function fullCommitId(projectDir: string, commit: string): string {
  try {
    const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^{commit}`];
    return execFileSync('git', args, { cwd: projectDir, encoding: 'utf8' }).trim();
  } catch {
    throw new Problem(`There is no commit ${commit} here: run git fetch, then retry.`);
  }
}

/** Reports whether `commit` is `earlier` or was made on top of it. */
export const containsCommit = (projectDir: string, commit: string, earlier: string): boolean =>
  spawnSync('git', ['merge-base', '--is-ancestor', earlier, commit], { cwd: projectDir }).status === 0;

/**
 * Copies the sources of a commit into a temporary folder, adds the packages of the commit, and deletes the folder after
 * `use`. The project's own sources and dist/functions do not change. `run` runs a program in the folder. Throws a
 * Problem if anything fails.
 */
export function useSourcesOfCommit(
  projectDir: string,
  commit: string,
  use: (copy: string, run: (command: string, ...args: readonly string[]) => void) => void,
): void {
  const copy = mkdtempSync(join(tmpdir(), 'commit-'));
  const run = (command: string, ...args: readonly string[]) => {
    execFileSync(command, args, { cwd: copy, stdio: 'pipe' });
  };
  try {
    const archive = ['archive', '--format=tar', '--output', join(copy, 'sources.tar'), commit];
    execFileSync('git', archive, { cwd: projectDir, stdio: 'pipe' });
    run('tar', '-xf', 'sources.tar');
    const lockOf = (dir: string) => readFileSync(join(dir, LOCK), 'utf8');
    const hasSamePackages = lockOf(copy) === lockOf(projectDir);
    if (hasSamePackages) symlinkSync(join(projectDir, 'node_modules'), join(copy, 'node_modules'));
    else run('npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund');
    use(copy, run);
  } catch (error) {
    const said = types.isNativeError(error) && 'stderr' in error ? String(error.stderr) : String(error);
    throw new Problem(`Commit ${commit} cannot be built: ${said.trim()}`);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
