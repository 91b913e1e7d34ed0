import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from '@jest/globals';
import { versionsIn } from '../../../tooling/deploy/versions.ts';
import { projectDir } from '../../../tooling/project-dir.ts';
import { readKeptRelease } from '../../../tooling/release/kept-releases.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const root = temporaryFolder('versions-');

const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], {
    cwd: root,
    encoding: 'utf8',
  }).trim();
const newCommit = () => {
  git('commit', '-q', '--allow-empty', '-m', 'A version');
  return git('rev-parse', 'HEAD');
};

let commits: readonly [older: string, first: string, newer: string];
beforeAll(() => {
  git('init', '-q');
  commits = [newCommit(), newCommit(), newCommit()];
  mkdirSync(join(root, 'tooling/release'), { recursive: true });
  const first = { ...readKeptRelease(projectDir(), 'first'), commit: commits[1] };
  writeFileSync(join(root, 'tooling/release/first.json'), JSON.stringify(first));
});

it('a version that is older than the first release is rejected as too old', () => {
  const { rejectTooOld } = versionsIn(root);
  const [older, first, newer] = commits;
  expect(() => rejectTooOld(older)).toThrow(`Version ${older} is older than ${first}`);
  expect(() => rejectTooOld(first)).not.toThrow();
  expect(() => rejectTooOld(newer)).not.toThrow();
});
