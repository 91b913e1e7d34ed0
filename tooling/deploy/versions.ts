import { join } from 'node:path';
import { PREVIOUS_COMMITS } from '../../lib/stages.ts';
import { containsCommit, fullCommitId, useSourcesOfCommit } from '../build/sources-of-commit.ts';
import { Problem } from '../command-line/problem.ts';
import { readKeptRelease } from '../release/kept-releases.ts';
import type { Stack } from './aws/stacks.ts';
import { CHANGED } from './commit.ts';

const MAX_PREVIOUS_COMMITS = 10;

type Outputs = Stack['outputs'];

const commitsIn = (outputs: Outputs): string[] =>
  (outputs[PREVIOUS_COMMITS.output] ?? '').split(',').filter((commit) => commit !== '');

/** Returns the arguments of CDK with the stage, the commit, the expiry and the earlier commits. */
export function cdkContextOf(
  values: Readonly<Record<'stage' | 'commit' | 'expiresAt', string | undefined>>,
  live: Outputs,
): string[] {
  const previous = commitsBefore(values.commit, live).join(',');
  const all = { ...values, [PREVIOUS_COMMITS.context]: previous === '' ? undefined : previous };
  return Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : ['-c', `${name}=${value}`]));
}

/**
 * Returns the last commits that were deployed before this commit, newest first. A rollback to a commit in the list
 * removes the newer commits, so `--version previous` does not return to them.
 */
function commitsBefore(commit: string | undefined, live: Outputs): string[] {
  const all = [live['Commit'] ?? '', ...commitsIn(live)].filter((known) => known !== '');
  const before = commit === undefined ? all : all.slice(all.indexOf(commit) + 1);
  return before.slice(0, MAX_PREVIOUS_COMMITS);
}

/**
 * Returns the commit that `--version` names. `previous` means the commit before the deployed one. Throws a Problem if
 * `--version previous` finds no such commit in the outputs, or if the commit ends in `-changed`.
 */
export function commitOfVersion(version: string, { outputs, name }: Pick<Stack, 'outputs' | 'name'>): string {
  const commit = version === 'previous' ? commitsIn(outputs)[0] : version;
  if (commit === undefined) {
    throw new Problem(
      `${name} does not say which version was deployed before (output ${PREVIOUS_COMMITS.output}): find its commit in git log, and deploy it with --version <commit>.`,
    );
  }
  if (commit.endsWith(CHANGED)) {
    throw new Problem(
      `Version ${commit} has changes that are in no commit, so it cannot be built again: choose another commit with --version <commit>. Known: ${commitsIn(outputs).join(', ')}.`,
    );
  }
  return commit;
}

export interface Versions {
  /** Returns the full id of a commit. Throws a Problem if there is no such commit. */
  fullName(commit: string): string;
  /**
   * Throws a Problem unless the commit contains the first release, because earlier versions are not tested with later
   * ones.
   */
  rejectTooOld(commit: string): void;
  /** Synthesizes both stacks with the sources and packages of a commit, into a folder of the project. */
  synthesize(commit: string, context: readonly string[], folder: string): void;
}

export const versionsIn = (root: string): Versions => ({
  fullName: (commit) => fullCommitId(root, commit),
  rejectTooOld: (commit) => {
    const first = fullCommitId(root, readKeptRelease(root, 'first').commit);
    if (containsCommit(root, commit, first)) return;
    throw new Problem(
      `Version ${commit} is older than ${first}, the first version to which a stage can be rolled back. Choose a later version.`,
    );
  },
  synthesize: (commit, context, folder) =>
    useSourcesOfCommit(root, commit, (_, run) =>
      run('npm', 'run', '-s', 'synth', '--', ...context, '-o', join(root, folder), '-q'),
    ),
});
