/**
 * The checks that are not test suites: every script in package.json whose name starts with `check:`. `npm run check`
 * runs only these; `npm test` runs them beside the tests.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

export interface CheckResult {
  readonly name: string;
  readonly isPassed: boolean;
  /** Everything that the check printed. */
  readonly output: string;
}

const manifest = z.object({ scripts: z.record(z.string(), z.string()) });

/** Returns the names of a repository's checks in the order of its package.json. */
export function checkNames(root: string): readonly string[] {
  const { scripts } = manifest.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  return Object.keys(scripts).filter((name) => name.startsWith('check:'));
}

/** Runs one check to its end. A check that cannot be started counts as failed, with the reason in its output. */
export function runCheck(root: string, name: string): Promise<CheckResult> {
  const chunks: Buffer[] = [];
  // `node --run` starts faster than `npm run`.
  const child = spawn(process.execPath, ['--run', name], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve) => {
    const end = (isPassed: boolean) => resolve({ name, isPassed, output: Buffer.concat(chunks).toString() });
    child.once('error', (error) => {
      chunks.push(Buffer.from(`${error.message}\n`));
      end(false);
    });
    child.once('close', (code) => end(code === 0));
  });
}

/** Runs all checks of a repository, some at a time. Returns the results in the order of the names. */
export async function runChecks(root: string, atOnce: number): Promise<readonly CheckResult[]> {
  const names = checkNames(root);
  const waiting = names.entries();
  const results: CheckResult[] = [];
  const worker = async () => {
    for (const [index, name] of waiting) results[index] = await runCheck(root, name);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
