/**
 * `npm run generate`: writes every generated file, prints the names of those that changed, and updates the snapshots of
 * the templates. Run it with `-- --release` directly after a release. It then also stores parts of the released
 * templates, and the released functions, so that tests can compare later versions with them.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildBundles } from '../tooling/build/bundles.ts';
import { CHANGED, commitIn } from '../tooling/deploy/commit.ts';
import { generatedFiles } from '../tooling/generated/files.ts';
import { type Synthesized, synthesize } from '../tooling/generated/synthesized-stages.ts';
import { writePreviousFunctions } from '../tooling/release/kept-functions.ts';
import { writePreviousRelease } from '../tooling/release/kept-releases.ts';

const root = join(import.meta.dirname, '..');
const released = process.argv.includes('--release') ? checkedOutCommit() : undefined;
const bundlesDir = join(root, 'dist/functions');

await buildBundles(bundlesDir);
const known = new Map<string, Synthesized>();
const stages = (stage: string) => known.get(stage) ?? rememberTemplates(stage, synthesize(bundlesDir, stage));

for (const { file, present, text } of generatedFiles(root, stages)) {
  const wanted = await text();
  if (wanted === present) continue;
  writeFileSync(join(root, file), wanted);
  console.log(file);
}
if (released !== undefined) {
  const { stateful, service } = stages('prod');
  writePreviousRelease(root, { commit: released, stateful, service });
  await writePreviousFunctions(root, released);
}
const jest = ['node_modules/jest/bin/jest.js', '--testPathPatterns', 'test/lib/templates', '--updateSnapshot'];
process.exitCode = spawnSync(process.execPath, jest, { cwd: root, stdio: 'inherit' }).status ?? 1;

function rememberTemplates(stage: string, synthesized: Synthesized): Synthesized {
  known.set(stage, synthesized);
  return synthesized;
}

/** Returns the checked-out commit. Exits if the files differ from that commit, or if there is no commit. */
function checkedOutCommit(): string {
  const commit = commitIn(root);
  if (commit !== undefined && !commit.endsWith(CHANGED)) return commit;
  console.error(
    'The sources are not exactly those of a commit: check out the released commit without changes, then retry.',
  );
  return process.exit(1);
}
