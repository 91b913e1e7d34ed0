/**
 * `npm run generate`: writes every generated file, prints those that change, and updates the templates' snapshots.
 * `npm run generate -- --release`, right after a release: from then on, templates are compared with those of this commit.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildBundles } from '../tooling/build/bundles.ts';
import { commitIn } from '../tooling/deploy/commit.ts';
import { generatedFiles } from '../tooling/generated/files.ts';
import { type Synthesized, synthesize } from '../tooling/generated/synthesized.ts';
import { writePreviousRelease } from '../tooling/release/previous.ts';

const root = join(import.meta.dirname, '..');
const bundlesDir = join(root, 'dist/functions');

await buildBundles(bundlesDir);
const known = new Map<string, Synthesized>();
const stages = (stage: string) => known.get(stage) ?? remember(stage, synthesize(bundlesDir, stage));

for (const { file, present, text } of generatedFiles(root, stages)) {
  const wanted = await text();
  if (wanted === present) continue;
  writeFileSync(join(root, file), wanted);
  console.log(file);
}
if (process.argv.includes('--release')) {
  const { stateful, service } = stages('prod');
  writePreviousRelease(root, { commit: commitIn(root) ?? 'unknown', stateful, service });
}
const jest = ['node_modules/jest/bin/jest.js', '--testPathPatterns', 'test/lib/templates', '--updateSnapshot'];
process.exitCode = spawnSync(process.execPath, jest, { cwd: root, stdio: 'inherit' }).status ?? 1;

function remember(stage: string, synthesized: Synthesized): Synthesized {
  known.set(stage, synthesized);
  return synthesized;
}
