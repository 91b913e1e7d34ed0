import { type ChildProcess, spawn } from 'node:child_process';
import { relative } from 'node:path';

export interface Run {
  /** `undefined`: it took too long and was ended. */
  readonly exitCode: number | null | undefined;
  readonly output: string;
}

/** Far beyond what any set of suites takes, also on a busy machine: only a mutant that never ends is cut off here. */
const LONGEST_RUN_MS = 180_000;

const running = new Set<ChildProcess>();

/** Jest on a copy of the tree, with a cache inside the copy, so that nothing stays behind. */
export function jest(dir: string, args: readonly string[]): Promise<Run> {
  const program = [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
  ];
  const options = ['--selectProjects', 'unit', 'parts', `--cacheDirectory=${dir}/.jest-cache`];
  const child = spawn(process.execPath, [...program, ...options, ...args], {
    cwd: dir,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own: its engine can be ended with it, and nothing else is.
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
    }, LONGEST_RUN_MS);
    child.once('close', (code) => {
      clearTimeout(limit);
      running.delete(child);
      resolve({ exitCode: isLate ? undefined : code, output: Buffer.concat(chunks).toString() });
    });
  });
}

/** Ends what is still running: jest with its workers and its engine. */
export function endAll(): void {
  for (const child of running) end(child);
}

function end({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The whole group has ended by itself.
  }
}

/** Plain tests, nearest first: those named after the file or its function, then those one and two steps away. */
const nearTo = (file: string) => [
  new RegExp(`^test/(store|functions|domain|operator/records)/(.+/)?${/([^/]+)(\/handler)?\.ts$/.exec(file)?.[1]}[.-]`),
  /^test\/(store|functions|operator\/records)\//,
  /^test\/(operator|domain|delivery)\//,
];

/** The suites that import the file, in stages: each is run only when the ones before it noticed nothing. */
export async function suitesFor(dir: string, file: string): Promise<string[][]> {
  const { output } = await jest(dir, ['--listTests', '--findRelatedTests', file]);
  const suites = output.split('\n').map((line) => relative(dir, line));
  const stages = Map.groupBy(suites, (suite) => nearTo(file).findIndex((near) => near.test(suite)));
  return [0, 1, 2].flatMap((stage) => (stages.has(stage) ? [stages.get(stage) ?? []] : []));
}
