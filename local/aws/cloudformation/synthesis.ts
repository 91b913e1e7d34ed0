import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { causeOf } from '../../../tooling/command-line/explain-error.ts';
import { Problem } from '../../../tooling/command-line/problem.ts';
import { waitForLock } from '../../data-dir/lock.ts';
import { readIfThere, writeAtomically } from '../../data-dir/stored-file.ts';

/** The files and folders from which the bundles and the template are made. */
const SOURCES = [
  'lib',
  'functions',
  'shared',
  'bin/cdk-app.ts',
  'bin/build.ts',
  'tooling/build',
  'package-lock.json',
  'cdk.json',
];
const STAMP = 'sources.sha256';

/**
 * Returns the folder of the synthesized stage `dev`. Synthesizes the stage first if its sources have changed. `npm run
 * synth` writes to another folder, because it may synthesize another stage.
 */
export async function synthesizeIfChanged(root: string): Promise<string> {
  const target = join(root, 'cdk.out/local');
  mkdirSync(target, { recursive: true });
  // Another local service may synthesize into the same folder.
  const lock = await waitForLock(join(target, '.lock'));
  try {
    const hash = hashOfSources(root);
    if (readIfThere(join(target, STAMP))?.toString() !== hash) {
      await synthesize(root, target);
      await writeAtomically(join(target, STAMP), hash);
    }
    return target;
  } finally {
    lock.release();
  }
}

async function synthesize(root: string, target: string) {
  for (const name of readdirSync(join(root, 'cdk.out')))
    if (name.startsWith('draft-')) removeAbandonedDraft(join(root, 'cdk.out', name));
  const draft = mkdtempSync(join(root, 'cdk.out/draft-'));
  try {
    await runNode(root, ['bin/build.ts']);
    await runNode(root, ['bin/cdk-app.ts', '--local'], { CDK_OUTDIR: draft });
    moveDraft(draft, target);
    copySourceMaps(join(root, 'dist/functions'), target);
  } finally {
    rmSync(draft, { recursive: true });
  }
}

/**
 * Deletes the draft of a synthesis that was killed. If its child process still writes to the draft, the folder remains
 * until the next synthesis.
 */
function removeAbandonedDraft(draft: string) {
  try {
    rmSync(draft, { recursive: true });
  } catch (error) {
    if (causeOf(error) !== 'ENOTEMPTY') throw error;
  }
}

/** Puts source maps beside the bundles, so that local stack traces are readable. Deployments have no source maps. */
function copySourceMaps(bundlesDir: string, target: string) {
  const bundleIn = (folder: string) => readFileSync(join(folder, 'index.js'));
  const built = readdirSync(bundlesDir).map((action) => join(bundlesDir, action));
  for (const folder of readdirSync(target).map((name) => join(target, name))) {
    const map = join(folder, 'index.js.map');
    if (!existsSync(join(folder, 'index.js')) || existsSync(map)) continue;
    const original = built.find((other) => bundleIn(other).equals(bundleIn(folder)));
    if (original !== undefined) cpSync(join(original, 'index.js.map'), map);
  }
}

/** Moves the draft's files into the target. Existing assets stay, because a running service may use an older one. */
function moveDraft(draft: string, target: string) {
  for (const name of readdirSync(draft)) {
    const isAssetThere = name.startsWith('asset.') && existsSync(join(target, name));
    if (!isAssetThere) renameSync(join(draft, name), join(target, name));
  }
}

async function runNode(cwd: string, args: readonly string[], environment: Record<string, string> = {}) {
  try {
    await promisify(execFile)(process.execPath, args, { cwd, env: { ...process.env, ...environment } });
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    throw new Problem(`${said}\n${args[0]} failed, so there is no stack to run.`);
  }
}

function hashOfSources(root: string): string {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap((source) => filesOf(root, source)).sort()) {
    const content = readFileSync(join(root, file));
    hash.update(`${file}\n${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

function filesOf(root: string, source: string): string[] {
  const stats = statSync(join(root, source), { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return stats ? [source] : [];
  const entries = readdirSync(join(root, source), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}
