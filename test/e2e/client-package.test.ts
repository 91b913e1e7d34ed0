import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newPartner, type PartnerWorld, running } from '../support/service/world.ts';
import { type FaultyProxy, startFaultyProxy } from '../support/table/faulty-proxy.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CLIENT = join(ROOT, 'clients/typescript');

/** Joins all samples of the README into one program. */
const readmeSamples = () =>
  [...readFileSync(join(CLIENT, 'README.md'), 'utf8').matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code).join('\n');

describe('the packed client, installed by a partner', () => {
  const partnersFolder = mkdtempSync(join(tmpdir(), 'partner-'));
  const inFolder = { cwd: partnersFolder };
  const write = (file: string, text: string) => writeFileSync(join(partnersFolder, file), text);
  let partner: PartnerWorld;
  let proxy: FaultyProxy;
  let env: NodeJS.ProcessEnv;
  beforeAll(async () => {
    const packed = await run('npm', ['pack', '--json', '--pack-destination', partnersFolder], { cwd: CLIENT });
    const [{ filename }] = JSON.parse(packed.stdout.slice(packed.stdout.indexOf('[\n')));
    write('package.json', '{"private":true,"type":"module"}');
    await run('npm', ['install', '--offline', '--no-audit', `./${filename}`], inFolder);
    partner = await newPartner();
    proxy = await startFaultyProxy(running().baseUrl);
    env = { ...process.env, API_KEY: partner.apiKey, BASE_URL: proxy.baseUrl };
  });
  afterAll(async () => {
    await proxy.close();
    rmSync(partnersFolder, { recursive: true, force: true });
  });

  it('installs no other package', async () => {
    const { stdout } = await run('npm', ['ls', '--all', '--parseable'], inFolder);
    expect(stdout.trim().split('\n').slice(1)).toEqual([join(partnersFolder, 'node_modules/partner-lines-client')]);
  });

  it('runs the samples of its README as an ES module', async () => {
    write('readme.mts', readmeSamples());
    const { stdout, stderr } = await run(process.execPath, ['--disable-warning=ExperimentalWarning', 'readme.mts'], {
      ...inFolder,
      env,
    });
    expect(stderr).toBe('');
    expect(stdout).toContain('A line for cafe-1 already exists');
  });

  it('can be loaded with require', async () => {
    write(
      'main.cjs',
      `const { PartnerLines } = require('partner-lines-client');
       new PartnerLines({ apiKey: process.env.API_KEY, baseUrl: process.env.BASE_URL })
         .whoami().then(({ partnerId }) => console.log(partnerId));`,
    );
    const { stdout } = await run(process.execPath, ['main.cjs'], { ...inFolder, env });
    expect(stdout.trim()).toBe(partner.partnerId);
  });

  it.each([
    ['Node types and no DOM', 'nodenext', ['--lib', 'es2022', '--types', 'node'], ['readme.mts', 'types.cts']],
    ['DOM and no Node types', 'bundler', ['--lib', 'es2022,dom'], ['readme.mts', 'process.d.ts']],
  ])('has types for programs with %s and module resolution %s', async (_lib, moduleResolution, lib, files) => {
    write(
      'types.cts',
      `import { type Line, PartnerLines } from 'partner-lines-client';
       export const make = (client: PartnerLines): Promise<Line> =>
         client.createLine({ name: 'x', region: 'kr', externalId: 'x' });
       // @ts-expect-error There is no such region.
       export const wrong = (client: PartnerLines) => client.createLine({ name: 'x', region: 'us', externalId: 'x' });`,
    );
    write('process.d.ts', 'declare const process: { readonly env: Readonly<Record<string, string | undefined>> };');
    // The types of the client are checked. Those of JavaScript and the DOM, which take seconds, are not.
    const options = ['--noEmit', '--strict', '--skipDefaultLibCheck', '--target', 'es2022', ...lib];
    const module = ['--module', moduleResolution === 'bundler' ? 'esnext' : moduleResolution];
    const modules = [...module, '--moduleResolution', moduleResolution];
    const types = ['--typeRoots', join(ROOT, 'node_modules/@types')];
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    const checked = run(process.execPath, [tsc, ...options, ...modules, ...types, ...files], inFolder);
    await expect(checked).resolves.toMatchObject({ stdout: '' });
  });
});
