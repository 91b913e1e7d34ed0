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
  linkCommand();
});
afterAll(() => {
  rmSync(installed.folder, { recursive: true, force: true });
  rmSync(dirname(installed.tarball), { recursive: true, force: true });
});

/** npm makes this link when it installs the package. */
function linkCommand() {
  const command = join(installed.folder, 'node_modules/partner-lines-webhooks/dist/command.js');
  const bin = join(installed.folder, 'node_modules/.bin');
  mkdirSync(bin, { recursive: true });
  chmodSync(command, 0o755);
  symlinkSync(command, join(bin, 'partner-lines-webhooks'));
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
});
