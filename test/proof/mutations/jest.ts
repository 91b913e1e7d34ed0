import { type ChildProcess, spawn } from 'node:child_process';
import { relative } from 'node:path';

export interface Run {
  /** `undefined` if the run took too long and was killed. */
  readonly exitCode: number | null | undefined;
  readonly output: string;
}

/** Much longer than the suites of one mutant take, even on a busy machine. Only a mutant that never ends reaches it. */
const LONGEST_RUN_MS = 180_000;

const running = new Set<ChildProcess>();

/** Runs Jest on a copy of the tree. The cache is inside the copy, so that nothing is left behind. */
export function jest(dir: string, args: readonly string[], longestMs = LONGEST_RUN_MS): Promise<Run> {
  const options = ['--selectProjects', 'unit', 'parts', `--cacheDirectory=${dir}/.jest-cache`];
  const child = spawn(process.execPath, ['node_modules/jest/bin/jest.js', ...options, ...args], {
    cwd: dir,
    stdio: ['ignore', 'pipe', 'pipe'],
    // In its own process group, the child can be killed together with its engine.
    detached: true,
  });
  running.add(child);
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve) => {
    let isLate = false;
    const limit = setTimeout(() => {
      isLate = true;
      end(child);
    }, longestMs);
    child.once('close', (code) => {
      clearTimeout(limit);
      running.delete(child);
      resolve({ exitCode: isLate ? undefined : code, output: Buffer.concat(chunks).toString() });
    });
  });
}

/** Kills every running Jest with its workers and engine. */
export function endAll(): void {
  for (const child of running) end(child);
}

function end({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has already exited.
  }
}

/** Patterns of tests, nearest first: named after the file or its function, one step away, two steps away. */
const nearTo = (file: string) => [
  new RegExp(
    `^test/(shared/(store|domain)|functions|operator/records)/(.+/)?${/([^/]+)(\/handler)?\.ts$/.exec(file)?.[1]}[.-]`,
  ),
  /^test\/(shared\/store|functions|operator\/records|clients\/voice-platform)\//,
  /^test\/(operator|shared\/(domain|delivery)|proof\/propagation\.)/,
];

/** Returns the suites near the file that import it, in stages. Each stage runs only if the earlier ones passed. */
export async function suitesFor(dir: string, file: string): Promise<string[][]> {
  const { output } = await jest(dir, ['--listTests', '--findRelatedTests', file]);
  const suites = output.split('\n').map((line) => relative(dir, line));
  const stages = Map.groupBy(suites, (suite) => nearTo(file).findIndex((near) => near.test(suite)));
  return [0, 1, 2].flatMap((stage) => groupByProject(stages.get(stage) ?? []));
}

/**
 * Separates unit tests from other suites, so that each group has a run of its own. With one worker, our test runner
 * crashes at the end of a run of both groups.
 */
export function groupByProject(suites: readonly string[]): string[][] {
  const groups = Map.groupBy(suites, (suite) => suite.endsWith('.unit.test.ts'));
  return [true, false].flatMap((isUnit) => (groups.has(isUnit) ? [groups.get(isUnit) ?? []] : []));
}
