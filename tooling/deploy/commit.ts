import { execFileSync } from 'node:child_process';

/** Appended to the commit if the sources differ from it. */
export const CHANGED = '-changed';

/**
 * Returns the commit of a project's sources, followed by {@link CHANGED} if they differ from it; undefined outside a
 * git clone.
 */
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
