import { execFileSync } from 'node:child_process';

/** What follows a commit if the deployed sources differ from it. */
export const CHANGED = '-changed';

/**
 * Returns the commit of the sources, followed by `-changed` if the files differ from this commit. Returns undefined
 * outside a git clone.
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
