import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { buildBundles } from '../build/bundles.ts';
import { fullCommitId, useSourcesOfCommit } from '../build/sources-of-commit.ts';

/**
 * Returns the folder with the bundles and source maps of a project, built from its current sources or from a commit.
 * Builds are reproducible: the same sources and packages give identical bundles. The build of a commit is kept in
 * `dist/traces`. Throws a Problem if the commit does not exist or cannot be built.
 */
export async function buildForTrace(projectDir: string, commit: string | undefined): Promise<string> {
  if (commit === undefined) {
    const current = join(projectDir, 'dist/traces/current');
    await buildBundles(current, projectDir);
    return current;
  }
  const kept = join(projectDir, 'dist/traces', fullCommitId(projectDir, commit));
  if (existsSync(kept)) return kept;
  // The copy is built with the build script of the same commit.
  useSourcesOfCommit(projectDir, commit, (copy, run) => {
    run('npm', 'run', '-s', 'build');
    mkdirSync(join(kept, '..'), { recursive: true });
    renameSync(join(copy, 'dist/functions'), kept);
  });
  return kept;
}
