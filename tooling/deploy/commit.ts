import { execFileSync } from 'node:child_process';

/** The suffix of a commit's id if the deployed sources differ from that commit. */
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
