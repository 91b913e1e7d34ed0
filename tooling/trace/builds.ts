import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { types } from 'node:util';
import { buildBundles } from '../build/bundles.ts';
import { Problem } from '../command-line/problem.ts';

const LOCK = 'package-lock.json';

/**
 * Returns the folder with the bundles and source maps of a project, built from its current sources or from a commit.
 * Builds are reproducible: the same sources and packages give the same bundles, byte for byte. The build of a commit is
 * kept in `dist/traces`. Throws a Problem if there is no such commit, or if the commit cannot be built.
 */
export async function bundlesOf(projectDir: string, commit: string | undefined): Promise<string> {
  if (commit === undefined) {
    const current = join(projectDir, 'dist/traces/current');
    await buildBundles(current, projectDir);
    return current;
  }
  const kept = join(projectDir, 'dist/traces', fullName(projectDir, commit));
  if (!existsSync(kept)) buildCommit(projectDir, commit, kept);
  return kept;
}

function fullName(projectDir: string, commit: string): string {
  try {
    const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^{commit}`];
    return execFileSync('git', args, { cwd: projectDir, encoding: 'utf8' }).trim();
  } catch {
    throw new Problem(`There is no commit ${commit} here: run git fetch, then retry.`);
  }
}

/**
 * Builds a copy of the commit with the commit's own build script. The sources and dist/functions of the project do not
 * change.
 */
function buildCommit(projectDir: string, commit: string, target: string): void {
  const copy = mkdtempSync(join(tmpdir(), 'trace-'));
  const run = (command: string, ...args: string[]) => execFileSync(command, args, { cwd: copy, stdio: 'pipe' });
  try {
    const archive = ['archive', '--format=tar', '--output', join(copy, 'sources.tar'), commit];
    execFileSync('git', archive, { cwd: projectDir, stdio: 'pipe' });
    run('tar', '-xf', 'sources.tar');
    const lockOf = (dir: string) => readFileSync(join(dir, LOCK), 'utf8');
    const hasSamePackages = lockOf(copy) === lockOf(projectDir);
    if (hasSamePackages) symlinkSync(join(projectDir, 'node_modules'), join(copy, 'node_modules'));
    else run('npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund');
    run('npm', 'run', '-s', 'build');
    mkdirSync(join(target, '..'), { recursive: true });
    renameSync(join(copy, 'dist/functions'), target);
  } catch (error) {
    const said = types.isNativeError(error) && 'stderr' in error ? String(error.stderr) : String(error);
    throw new Problem(`Commit ${commit} cannot be built: ${said.trim()}`);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
