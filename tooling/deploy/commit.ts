import { execFileSync } from 'node:child_process';

/** Follows the commit of sources that differ from it. */
export const CHANGED = '-changed';

/** The commit of a project's sources, with {@link CHANGED} when they differ from it; undefined outside a git clone. */
export function commitIn(projectDir: string): string | undefined {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: projectDir, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    const commit = git('rev-parse', 'HEAD');
    return git('status', '--porcelain') === '' ? commit : `${commit}${CHANGED}`;
  } catch {
    return undefined;
  }
}
