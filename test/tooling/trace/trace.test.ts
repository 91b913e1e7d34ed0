import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { buildBundles } from '../../../tooling/build/bundles.ts';
import { Problem } from '../../../tooling/command-line/problem.ts';
import { commitIn } from '../../../tooling/deploy/commit.ts';
import { buildForTrace } from '../../../tooling/trace/builds.ts';
import { runTrace, type TraceTools } from '../../../tooling/trace/run.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const FRAME = 'at handler (/var/task/index.js:1:';
const HANDLER = (line: string) => `${line}export const handler = (word: string) => { throw new Error(word); };\n`;

describe('`npm run trace`', () => {
  const root = temporaryFolder('traced-');
  /** The column of `throw` in the bundle. */
  let column: number;
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], {
      cwd: root,
      encoding: 'utf8',
    }).trim();
  const write = (path: string, text: string) => writeFileSync(join(root, path), text);

  beforeAll(async () => {
    for (const folder of ['functions/one', 'node_modules']) mkdirSync(join(root, folder), { recursive: true });
    write('.gitignore', 'node_modules\ndist\n');
    write('package-lock.json', '{}');
    const build = join(import.meta.dirname, '../../../tooling/build/bundles.ts');
    write(
      'build.ts',
      `import { buildBundles } from '${build}';\nawait buildBundles('dist/functions', process.cwd());\n`,
    );
    write('package.json', JSON.stringify({ scripts: { build: `${process.execPath} build.ts` } }));
    write('functions/one/index.ts', HANDLER('// One line above.\n'));
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'First');
    await buildBundles(join(root, 'dist/functions'), root);
    column = readFileSync(join(root, 'dist/functions/one/index.js'), 'utf8').indexOf('throw') + 1;
    write('functions/one/index.ts', HANDLER('// One line above.\n// And another.\n'));
  });

  async function run(args: readonly string[], input: string, given: Partial<TraceTools> = {}) {
    let out = '';
    const errors: string[] = [];
    const code = await runTrace(args, {
      deployedCommit: async () => undefined,
      bundlesOf: (commit) => buildForTrace(root, commit),
      readInput: async () => input,
      out: (text) => {
        out += text;
      },
      err: (line) => void errors.push(line),
      ...given,
    });
    return { code, out, errors };
  }
  const jsonLine = () => JSON.stringify({ service: 'one', stack: `Error: no\n    ${FRAME}${column})` });

  it('`npm run trace` translates a stack trace with the current sources', async () => {
    const { code, out } = await run(['--function', 'one'], `Error: no\n    ${FRAME}${column})\n`);
    expect([code, out]).toEqual([0, 'Error: no\n    at handler (functions/one/index.ts:3:44)\n']);
  });

  it('`npm run trace` does not change the current sources when it uses the sources of a commit', async () => {
    const { code, out } = await run(['--commit', 'HEAD'], jsonLine());
    expect(code).toBe(0);
    expect(JSON.parse(out).stack).toContain('functions/one/index.ts:2:44');
    expect(readFileSync(join(root, 'functions/one/index.ts'), 'utf8')).toContain('And another');
  });

  it('`npm run trace` uses the sources of the commit from which the stack was deployed', async () => {
    const asked: string[] = [];
    const deployedCommit = async (stack: string) => {
      asked.push(stack);
      return `${git('rev-parse', 'HEAD')}-changed`;
    };
    const line = `2026-11-22T10:00:00 2026/11/22/[7]abc ${jsonLine()}`;
    const { code, out, errors } = await run(['--stack', 'some-stack'], line, { deployedCommit });
    expect([code, asked]).toEqual([0, ['some-stack']]);
    expect(out).toContain('functions/one/index.ts:2:44');
    expect(errors).toEqual([
      expect.stringMatching(/^some-stack was deployed from \w{40} with uncommitted changes, so line numbers/),
    ]);
  });

  it.each([
    [['--stack', 's'], 1, 'There is no stack s with an output Commit: pass the commit with --commit.'],
    [['--commit', 'nowhere'], 1, 'There is no commit nowhere here: run git fetch, then retry.'],
    [['--commit', '--help'], 2, 'npm run -s trace -- --help'],
    [['--commit', 'a', '--stack', 'b'], 2, 'Give either --commit or --stack; see npm run -s trace -- --help.'],
    [[], 2, 'A line does not name its function: add --function.'],
    [['--function', 'two'], 1, 'The sources have no function two.'],
  ])(
    '`npm run trace` with the arguments %j exits with code %i and prints one sentence',
    async (args, code, sentence) => {
      const ran = await run(args, `${FRAME}${column})`);
      expect(ran).toEqual({ code, out: '', errors: [expect.stringContaining(sentence)] });
    },
  );

  it('the build for `npm run trace` throws a Problem if the sources of a commit do not compile', async () => {
    git('stash', '-q');
    write('functions/one/index.ts', 'export const = 1;\n');
    git('commit', '-qam', 'Broken');
    await expect(buildForTrace(root, 'HEAD')).rejects.toThrow(Problem);
    await expect(buildForTrace(root, 'HEAD')).rejects.toThrow('cannot be built');
    git('reset', '-q', '--hard', 'HEAD^');
    git('stash', 'pop', '-q');
  });

  it('the commit that a deployment names ends in -changed if the sources have uncommitted changes', () => {
    expect(commitIn(root)).toBe(`${git('rev-parse', 'HEAD')}-changed`);
    git('stash', '-q');
    expect(commitIn(root)).toBe(git('rev-parse', 'HEAD'));
    git('stash', 'pop', '-q');
    expect(commitIn(tmpdir())).toBeUndefined();
  });
});
