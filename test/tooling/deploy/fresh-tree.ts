import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** The settings of prod in a fresh tree, each on a line of its own. */
export const NO_ENV = 'env: undefined,';
export const NOBODY_ON_CALL = 'onCall: { ticket: [], page: [] },';
const SOURCES = ['bin', 'tooling', 'lib', 'shared', 'functions', 'package.json', 'cdk.json', 'tsconfig.json'];

/**
 * Creates the project as `git clone` and `npm ci` leave it, with nothing built. It has what a deployment needs, and the
 * paths in `more`, which start at the project.
 */
export function freshTree(more: readonly string[] = []) {
  const root = mkdtempSync(join(tmpdir(), 'fresh-tree-'));
  for (const source of [...SOURCES, ...more]) cpSync(join(ROOT, source), join(root, source), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  /** Replaces a text in a file. The text must be there exactly once. */
  const edit = (file: string, was: string, becomes: string) => {
    const before = readFileSync(join(root, file), 'utf8');
    if (before.split(was).length !== 2) throw new Error(`${file} does not have ${was} once`);
    writeFileSync(join(root, file), before.replace(was, becomes));
  };
  // The account and on-call addresses of prod that a team has written into lib/stages.ts are removed.
  const end = '/** Returns the settings of a stage without those';
  edit('lib/stages.ts', end, `Object.assign(BY_STAGE.prod, {\n${NO_ENV}\n${NOBODY_ON_CALL}\n});\n${end}`);
  return {
    root,
    edit,
    remove: () => rmSync(root, { recursive: true }),
  };
}

/**
 * Runs a command with these variables, the PATH, and the compile cache of `npm test`. The CDK CLI
 * finds its cache of accounts through the user, not through `HOME`, so `CDK_HOME` names an empty folder.
 */
export async function typed(command: string, cwd: string, variables: Readonly<Record<string, string>>) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const home = { HOME: cwd, CDK_HOME: join(cwd, '.cdk') };
  const env = { PATH, NODE_COMPILE_CACHE, ...home, AWS_EC2_METADATA_DISABLED: 'true', ...variables };
  const child = spawn('sh', ['-c', command], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: child.exitCode, out, err };
}
