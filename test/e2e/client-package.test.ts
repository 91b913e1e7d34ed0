import { execFile, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { samplesInOrder } from '../partner-docs/site/samples-in-order.ts';
import { newPartner, type PartnerWorld, running } from '../support/service/world.ts';
import { type FaultyProxy, startFaultyProxy } from '../support/table/faulty-proxy.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CLIENT = join(ROOT, 'clients/typescript');
const FOLLOW_CALLS = join(ROOT, 'clients/samples/follow-calls.ts');

const readmeSamples = () =>
  [...readFileSync(join(CLIENT, 'README.md'), 'utf8').matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code).join('\n');

describe('the client library as a partner installs it', () => {
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

  it('the client library installs no other package', async () => {
    const { stdout } = await run('npm', ['ls', '--all', '--parseable'], inFolder);
    expect(stdout.trim().split('\n').slice(1)).toEqual([join(partnersFolder, 'node_modules/partner-lines-client')]);
  });

  it('the samples in the README of the client library run as an ES module', async () => {
    write('readme.mts', readmeSamples());
    const { stdout, stderr } = await run(process.execPath, ['--disable-warning=ExperimentalWarning', 'readme.mts'], {
      ...inFolder,
      env,
    });
    expect(stderr).toBe('');
    expect(stdout).toContain('A line for cafe-2 already exists');
  });

  it("the README's sample that follows calls continues at the same position after it was killed", async () => {
    cpSync(FOLLOW_CALLS, join(partnersFolder, 'follow-calls.ts'));
    const { tenantId } = await partner.createLine();
    const position = join(partnersFolder, `${tenantId}.position.json`);
    /** Runs the sample until it has stored its position after the call, then kills it. Returns what it printed. */
    const followTo = async (callId: string) => {
      const sample = spawn(process.execPath, ['follow-calls.ts', tenantId], { ...inFolder, env });
      let printed = '';
      for (const stream of [sample.stdout, sample.stderr]) {
        stream.setEncoding('utf8').on('data', (piece: string) => {
          printed += piece;
        });
      }
      await until(() => existsSync(position) && readFileSync(position, 'utf8').includes(callId));
      sample.kill('SIGKILL');
      return printed;
    };
    const first = await partner.recordCall(tenantId, { summary: 'One' });
    expect(await followTo(first.callId)).toMatch(/: One\n$/);
    const second = await partner.recordCall(tenantId, { summary: 'Two' });
    expect(await followTo(second.callId)).toMatch(/^Call [^\n]*: Two\n$/);
  });

  it('the TypeScript samples of the API reference run with the installed client library', async () => {
    const samples = samplesInOrder('TypeScript');
    for (const { operationId, code } of samples) write(`${operationId}.mts`, code);
    write(
      'reference.mts',
      `const said: string[] = [];
      console.log = (...words) => said.push(words.join(' '));
      for (const operation of process.argv.slice(2)) {
        await import('./' + operation + '.mts');
        if (operation === 'createTenant') process.env.TENANT_ID = said.at(-1);
      }
      process.stdout.write(JSON.stringify(said));`,
    );
    const operations = samples.map(({ operationId }) => operationId);
    const { stdout } = await run(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', 'reference.mts', ...operations],
      {
        ...inFolder,
        env: { ...env, API_KEY: (await newPartner()).apiKey, BASE_URL: running().baseUrl },
      },
    );
    const said: string[] = JSON.parse(stdout);
    expect(said).toContain(`https://hooks.example.com/calls ${said[2]?.slice(-4)}`);
    expect(said.at(-1)).toMatch(/^\d{4}-.*Z$/);
  });

  it('CommonJS code can load the client library with require', async () => {
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
    [
      'Node types and no DOM',
      'nodenext',
      ['--lib', 'es2022', '--types', 'node'],
      ['readme.mts', 'types.cts', ...samplesInOrder('TypeScript').map(({ operationId }) => `${operationId}.mts`)],
    ],
    ['DOM and no Node types', 'bundler', ['--lib', 'es2022,dom'], ['readme.mts', 'process.d.ts']],
  ])(
    'the packed client has types for programs with %s and module resolution %s',
    async (_lib, moduleResolution, lib, files) => {
      write(
        'types.cts',
        `import { type Line, PartnerLines } from 'partner-lines-client';
       export const make = (client: PartnerLines): Promise<Line> =>
         client.createLine({ name: 'x', region: 'kr', externalId: 'x' });
       // @ts-expect-error There is no such region.
       export const wrong = (client: PartnerLines) => client.createLine({ name: 'x', region: 'us', externalId: 'x' });`,
      );
      write('process.d.ts', 'declare const process: { readonly env: Readonly<Record<string, string | undefined>> };');
      // Only the types of the client are checked, because checking the types of JavaScript and the DOM takes seconds.
      const options = ['--noEmit', '--strict', '--skipDefaultLibCheck', '--target', 'es2022', ...lib];
      const module = ['--module', moduleResolution === 'bundler' ? 'esnext' : moduleResolution];
      const modules = [...module, '--moduleResolution', moduleResolution];
      const types = ['--typeRoots', join(ROOT, 'node_modules/@types')];
      const tsc = join(ROOT, 'node_modules/@typescript/native/bin/tsc');
      const checked = run(process.execPath, [tsc, ...options, ...modules, ...types, ...files], inFolder);
      await expect(checked).resolves.toMatchObject({ stdout: '' });
    },
  );
});
