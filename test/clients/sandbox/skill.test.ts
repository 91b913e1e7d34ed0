import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildSite } from '../../../partner-docs/site/site.ts';
import { freePort } from '../../../tooling/machine/ports.ts';
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
  const { PATH, HOME, TMPDIR } = process.env;
  const PATH_WITH_NODE = `${dirname(process.execPath)}:${PATH}`;
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: PATH_WITH_NODE, HOME, TMPDIR, ...env },
  });
  return { status, output: stdout + stderr };
}

describe('the files of the skill for coding agents', () => {
  it('are a program whose tests pass against the sandbox', () => {
    const { status, output } = run(process.execPath, ['--test', 'integration.test.mjs']);
    expect([status, output]).toEqual([0, expect.stringMatching(/pass 9\n.*fail 0\n/)]);
  });

  it('are a receiver that passes every check of the command send', async () => {
    const { status, output } = run('sh', ['try-receiver.sh'], { PORT: String(await freePort()) });
    expect([status, output]).toEqual([0, expect.stringMatching(/Delivered[\s\S]*Rejected, as it should be/)]);
  });

  it('find the calls that the receiver has missed', async () => {
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
