/**
 * Decides which tests need only this process; `npm run test:unit` runs those. It looks at imports, not at folders, so
 * the list maintains itself: a test that starts to import the engine is no longer a unit test.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Modules that no unit test imports. With them, a test starts a process, a thread or a server, builds a bundle or
 * synthesizes a stack.
 */
const NEEDS_MORE = [
  /^node:(child_process|worker_threads|cluster|https?|http2|tls|dgram)$/,
  /^(aws-cdk-lib|cdk-nag|esbuild|express|fastify|playwright-core|undici)(\/|$)/,
  // The engine, the tables on it, and the running service.
  /(^|\/)test\/support\/(service\/service|table\/(engine|table))\.ts$/,
];

/** Tests that compute for so long that nobody wants to wait for them at the keyboard. */
const LONG = /^test\/proof\//;

const IMPORT = /^(?:import|export)\s(?!type\s)[^;'"`]*?from\s*'([^']+)'|^import\s*'([^']+)'|\bimport\('([^']+)'\)/gm;

/**
 * Returns the tests below `test/` as paths from `root`, except end-to-end and browser tests: the unit tests, and those
 * that need an engine, a process, a stack or much time.
 */
export function testsByNeed(root: string): { readonly unit: readonly string[]; readonly parts: readonly string[] } {
  const tests = globSync('test/**/*.test.ts', { cwd: root, exclude: ['test/e2e', 'test/browser'] }).sort();
  const importsOf = new Map<string, readonly string[]>();
  const isUnit = (test: string) => !LONG.test(test) && !needsMore(root, test, importsOf);
  return { unit: tests.filter(isUnit), parts: tests.filter((test) => !isUnit(test)) };
}

/** Tells whether a file or one of its imports, at any depth, imports a module of `NEEDS_MORE`. */
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

/** Returns what a file imports when it runs: our own files as paths from `root`, and other modules by name. */
function importsIn(root: string, path: string): readonly string[] {
  if (!existsSync(join(root, path))) return [];
  return [...readFileSync(join(root, path), 'utf8').matchAll(IMPORT)].map(([, from, bare, dynamic]) => {
    const name = from ?? bare ?? dynamic ?? '';
    return name.startsWith('.') ? join(dirname(path), name) : name;
  });
}
