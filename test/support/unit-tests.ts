/**
 * Which tests need nothing but this process: `npm run test:unit` runs these. The imports of a test decide, not its
 * folder, so the tree keeps the rule by itself: a test that begins to import the engine leaves the unit tests.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Who imports one of these starts a process, a thread or a server, builds a bundle or synthesizes a stack. */
const NEEDS_MORE = [
  /^node:(child_process|worker_threads|cluster|https?|http2|tls|dgram)$/,
  /^(aws-cdk-lib|cdk-nag|esbuild|express|fastify|playwright-core|undici)(\/|$)/,
  // The engine, and the tables on it; the running service.
  /(^|\/)test\/support\/(service\/service|table\/(engine|table))\.ts$/,
];

/** They compute for longer than anybody waits at the keyboard. */
const LONG = /^test\/proof\//;

const IMPORT = /^(?:import|export)\s(?!type\s)[^;'"`]*?from\s*'([^']+)'|^import\s*'([^']+)'|\bimport\('([^']+)'\)/gm;

/**
 * The tests below `test/` of a tree, as paths from `root`, but for those of the whole service and in a browser: the unit
 * tests, and those that need an engine, a process, a stack or much time.
 */
export function testsByNeed(root: string): { readonly unit: readonly string[]; readonly parts: readonly string[] } {
  const tests = globSync('test/**/*.test.ts', { cwd: root, exclude: ['test/e2e', 'test/browser'] }).sort();
  const importsOf = new Map<string, readonly string[]>();
  const isUnit = (test: string) => !LONG.test(test) && !needsMore(root, test, importsOf);
  return { unit: tests.filter(isUnit), parts: tests.filter((test) => !isUnit(test)) };
}

/** Whether a file, or what it leads to, imports one of the above. */
function needsMore(root: string, file: string, importsOf: Map<string, readonly string[]>): boolean {
  const found = new Set([file]);
  for (const path of found) {
    if (NEEDS_MORE.some((pattern) => pattern.test(path))) return true;
    if (!path.endsWith('.ts')) continue;
    const imports = importsOf.get(path) ?? importsIn(root, path);
    importsOf.set(path, imports);
    for (const imported of imports) found.add(imported);
  }
  return false;
}

/** What a file imports when it runs: a path from `root` for a file of ours, else the name of the module. */
function importsIn(root: string, path: string): readonly string[] {
  if (!existsSync(join(root, path))) return [];
  return [...readFileSync(join(root, path), 'utf8').matchAll(IMPORT)].map(([, from, bare, dynamic]) => {
    const name = from ?? bare ?? dynamic ?? '';
    return name.startsWith('.') ? join(dirname(path), name) : name;
  });
}
