import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { listen } from '../../tooling/machine/loopback.ts';
import { api } from '../support/service/api.ts';
import { operator } from '../support/service/operator.ts';
import { ownService } from '../support/service/own-service.ts';
import { problemOfStart } from '../support/service/problem-of-start.ts';
import { curlLinesIn, newDataDir, processesOf, removeDataDir, type Service } from '../support/service/service.ts';
import { until } from '../support/until.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Starts the service in a way that must fail. Returns its output and exit code. */
async function problemOf(...flags: string[]) {
  const child = spawn(process.execPath, ['bin/local.ts', ...flags], { cwd: ROOT, stdio: ['ignore', 'ignore', 'pipe'] });
  const [said] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { said, exitCode: child.exitCode };
}

const get = (service: Pick<Service, 'ready'>, path: string) =>
  fetch(service.ready.baseUrl + path, { headers: { Authorization: `Bearer ${service.ready.demo.apiKey}` } });

const service = ownService();
const other = ownService();
const { dataDir } = service;
const { dataDir: otherDir } = other;

describe('the local service from its start to its end', () => {
  it('the three curl commands that the local service prints work in a shell', async () => {
    const lines = await until(() => curlLinesIn(service.output()).length === 3 && curlLinesIn(service.output()));
    for (const line of lines) {
      const shell = spawn('sh', ['-c', `${line} --fail --noproxy '*'`], { stdio: ['ignore', 'pipe', 'inherit'] });
      expect(JSON.parse(await text(shell.stdout))).not.toHaveProperty('error');
    }
  });

  it('the local service writes the id of a request into its log', async () => {
    const requestId = (await get(service, '/v1/whoami')).headers.get('x-request-id');
    const log = () => readFileSync(service.ready.logFile, 'utf8');
    await until(() => /GET \/v1\/whoami 200 \d+ ms/.test(service.output()));
    await until(() => log().includes(`"requestId":"${requestId}"`));
    expect(log()).not.toContain(service.ready.demo.apiKey);
  });

  it('the credentials in the ready files of the local service have two fields: accessKeyId and secretAccessKey', () => {
    const written = readdirSync(dataDir).filter((name) => /^(ready-.+|service)\.json$/.test(name));
    expect(written).toHaveLength(2);
    for (const name of written) {
      const { credentials } = JSON.parse(readFileSync(join(dataDir, name), 'utf8'));
      expect(Object.keys(credentials).sort()).toEqual(['accessKeyId', 'secretAccessKey']);
    }
  });

  it('the local service rejects a loopback webhook URL by default', async () => {
    const send = api(service.ready.baseUrl);
    const body = { url: 'http://127.0.0.1:9/hook' };
    const response = await send('PUT', '/v1/webhooks', { key: service.ready.demo.apiKey, body });
    expect([response.status, response.json()['code']]).toEqual([422, 'WEBHOOK_URL_INVALID']);
  });

  it('two local services with different data folders run without disturbing each other', async () => {
    expect((await get(service, '/v1/whoami')).status).toBe(200);
    expect((await get(other, '/v1/whoami')).status).toBe(200);
    const theirKey = { headers: { Authorization: `Bearer ${other.ready.demo.apiKey}` } };
    expect((await fetch(`${service.ready.baseUrl}/v1/whoami`, theirKey)).status).toBe(401);
  });

  it('a second local service with the same data folder exits with one sentence', async () => {
    const { said, exitCode } = await problemOf('--port', '0', '--data', dataDir);
    expect(said).toMatch(/^Another local service runs on \S+; choose another --data, or stop that service\.\n$/);
    expect(exitCode).toBe(1);
  });

  it('SIGTERM ends all processes of the local service', async () => {
    expect(existsSync(join(dataDir, 'service.json'))).toBe(true);
    await service.stop();
    expect(processesOf(dataDir)).toEqual([]);
    expect(existsSync(join(dataDir, 'service.json'))).toBe(false);
    expect((await get(other, '/v1/whoami')).status).toBe(200);
  });
});

describe('a local service that was restarted with the same data folder', () => {
  it('a restarted local service has a new demo key if the first demo key was rotated', async () => {
    const before = other.ready.demo;
    await operator(otherDir, ['key', 'rotate', '--partner', before.partnerId]);
    await other.stop();
    await other.start();
    expect(other.ready.demo.apiKey).not.toBe(before.apiKey);
    expect((await get(other, '/v1/whoami')).status).toBe(200);
  });

  it('no process of a killed local service remains after the next start', async () => {
    const { demo } = other.ready;
    const killed = processesOf(otherDir);
    await other.kill();
    await other.start();
    expect(other.ready.demo).toEqual(demo);
    expect((await get(other, '/v1/whoami')).status).toBe(200);
    await until(() => !processesOf(otherDir).some((pid) => killed.includes(pid)));
  });

  it('the local service stops if an engine exits', async () => {
    const engine = processesOf(join(otherDir, 'dynamodb.sqlite')).map(Number);
    for (const pid of engine) process.kill(pid, 'SIGKILL');
    await until(() => processesOf(otherDir).length === 0);
    await until(() => other.output().includes('An embedded engine has ended'));
  });
});

let folder: string;
beforeEach(() => {
  folder = newDataDir();
});
afterEach(() => removeDataDir(folder));

it.each(['SIGTERM', 'SIGKILL'] as const)(
  'the local service stops when %s ends the npm process that started the service',
  async (signal) => {
    const readyFile = join(folder, 'ready.json');
    const flags = ['--port', '0', '--data', folder, '--ready-file', readyFile];
    const npm = spawn('npm', ['start', '--', ...flags], { cwd: ROOT, stdio: 'ignore' });
    await until(() => existsSync(readyFile));
    const { baseUrl } = z.object({ baseUrl: z.string() }).parse(JSON.parse(readFileSync(readyFile, 'utf8')));
    expect((await fetch(`${baseUrl}/v1/whoami`)).status).toBe(401);
    npm.kill(signal);
    await until(() => processesOf(folder).length === 0);
    expect(processesOf(folder)).toEqual([]);
  },
);

describe('the error message of a start that fails', () => {
  it('the error message of a failed start contains the number of the port in use', async () => {
    const server = createServer();
    const port = await listen(server, 0);
    const said = await problemOfStart('--port', String(port), '--data', folder);
    server.close();
    expect(said).toBe(`Port ${port} is in use; choose another with --port.`);
  });

  it('the error message of a failed start contains the path of a CA file that is not a certificate', async () => {
    const said = await problemOfStart('--data', folder, '--ca-file', '/dev/null');
    expect(said).toBe('--ca-file /dev/null cannot be read as a certificate in PEM form.');
  });

  it('the error message of a failed start contains the name of an unknown flag', async () => {
    expect(await problemOf('--prot', '1')).toEqual({
      said: "Unknown option '--prot'; see npm start -- --help.\n",
      exitCode: 2,
    });
  });
});
