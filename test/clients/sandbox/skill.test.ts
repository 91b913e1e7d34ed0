import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildSite } from '../../../partner-docs/site/site.ts';
import { freePort } from '../../../tooling/machine/free-port.ts';
import { type Installed, installSandbox } from './installed-sandbox.ts';

/** The files that the skill contains, by the names that it gives them. */
const files = [...buildSite()]
  .filter(([file]) => file.startsWith('skills/'))
  .flatMap(([, text]) => [...text.matchAll(/^```\w+ file=(\S+)\n([\s\S]*?)^```$/gm)])
  .map(([, name = '', code = '']) => [name, code] as const);

let installed: Installed;
let folder: string;
beforeAll(async () => {
  installed = await installSandbox();
  // Beside the packages, and without the samples of the sandbox.
  folder = join(installed.folder, 'app');
  mkdirSync(folder);
  for (const [name, code] of files) writeFileSync(join(folder, name), code);
  linkCommands();
});
afterAll(() => {
  rmSync(installed.folder, { recursive: true, force: true });
  rmSync(dirname(installed.tarball), { recursive: true, force: true });
});

/** npm makes these links when it installs the packages. */
function linkCommands() {
  const packages = join(installed.folder, 'node_modules');
  mkdirSync(join(packages, '.bin'), { recursive: true });
  for (const [name, file] of [
    ['partner-lines-webhooks', 'dist/command.js'],
    ['partner-lines-sandbox', 'bin.cjs'],
  ] as const) {
    const program = join(packages, name, file);
    chmodSync(program, 0o755);
    symlinkSync(program, join(packages, '.bin', name));
  }
}

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  const PATH_WITH_NODE = `${dirname(process.execPath)}:${PATH}`;
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: PATH_WITH_NODE, HOME, TMPDIR, NODE_COMPILE_CACHE, ...env },
  });
  return { status, output: stdout + stderr };
}

describe('the files of the skill for coding agents', () => {
  it('the program in the skill for coding agents passes its own tests against the sandbox', () => {
    const { status, output } = run(process.execPath, ['--test', 'integration.test.mjs']);
    expect([status, output]).toEqual([0, expect.stringMatching(/pass 10\n.*fail 0\n/)]);
  });

  it('the receiver in the skill for coding agents passes every check of the command `send`', async () => {
    const { status, output } = run('sh', ['try-receiver.sh'], { PORT: String(await freePort()) });
    expect([status, output]).toEqual([0, expect.stringMatching(/Delivered[\s\S]*Rejected, as it should be/)]);
  });

  it('the receiver in the skill for coding agents starts even if the processing of a stored call fails', async () => {
    const stored =
      "{ callId: 'call_1', tenantId: 'tn_1', occurredAt: '2026-11-01T00:00:00Z', summary: '', resolution: null }";
    const add = `import('./store.mjs').then(({ openStore }) => openStore('failed.db').add(${stored}))`;
    expect(run(process.execPath, ['-e', add])).toEqual({ status: 0, output: expect.any(String) });
    const textOf = (file: string) => files.find(([name]) => name === file)?.[1] ?? '';
    writeFileSync(join(folder, 'failing.mjs'), textOf('main.mjs').replace('console.log(`Call', 'notThere(`Call'));
    const script = textOf('try-receiver.sh').replace('node main.mjs', 'node failing.mjs');
    writeFileSync(join(folder, 'try-failing.sh'), script.replace('DATABASE=:memory:', 'DATABASE=failed.db'));

    const { status, output } = run('sh', ['try-failing.sh'], { PORT: String(await freePort()) });
    expect([status, output]).toEqual([
      0,
      expect.stringMatching(/Rejected, as it should be[\s\S]*Call call_1 is not processed yet/),
    ]);
  });

  it('a program in the skill for coding agents finds the calls that the receiver has missed', async () => {
    const program = [
      "const { PartnerLines } = await import('partner-lines-client');",
      'const { PARTNER_LINES_API_KEY: apiKey, PARTNER_LINES_BASE_URL: baseUrl } = process.env;',
      "const line = { name: 'Cafe', region: 'ca', externalId: 'cafe-1' };",
      'const { tenantId } = await new PartnerLines({ apiKey, baseUrl }).createLine(line);',
      'console.log(tenantId);',
    ].join(' ');
    writeFileSync(join(folder, 'line.mjs'), program);
    const story = [
      'set -eu',
      'export API_KEY="$PARTNER_LINES_API_KEY" BASE_URL="$PARTNER_LINES_BASE_URL" DATABASE=missed.db',
      'LINE=$(node line.mjs)',
      "node -e \"import('./store.mjs').then(({ openStore }) => openStore('missed.db').close())\"",
      'sh find-missing.sh',
      'npx --no -- partner-lines-sandbox call --tenant "$LINE" > /dev/null',
      'sh find-missing.sh && exit 9 || exit $?',
    ];
    writeFileSync(join(folder, 'story.sh'), story.join('\n'));
    const { status, output } = run('npx', ['--no', '--', 'partner-lines-sandbox', 'exec', '--', 'sh', 'story.sh']);
    expect([status, output]).toEqual([1, expect.stringMatching(/0 missing of 0 calls[\s\S]*1 missing of 1 call/)]);
  });
});
