/**
 * `npm run sandbox:measure` measures the sizes, times and memory for clients/sandbox/README.md, and prints the table of
 * that README.
 */
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MAX_ATTEMPTS } from '../../shared/domain/deliveries/retry-policy.ts';
import { listen } from '../../tooling/machine/loopback.ts';
import { projectDir } from '../../tooling/project-dir.ts';

const PACKAGE = join(projectDir(), 'clients/sandbox');
const RUNS = 5;

const scratch = mkdtempSync(join(tmpdir(), 'sandbox-measure-'));
execFileSync('npm', ['pack', '--silent', '--pack-destination', scratch], { cwd: PACKAGE, stdio: 'pipe' });
const [tarball = ''] = globSync('*.tgz', { cwd: scratch });
const { startSandbox }: typeof import('../../clients/sandbox/src/index.ts') = await import(
  pathToFileURL(join(PACKAGE, 'dist/esm/index.mjs')).href
);

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
const printRow = (what: string, value: string) => process.stdout.write(`| ${what} | ${value} |\n`);

const sizeOf = (folder: string) =>
  globSync('**', { cwd: folder, exclude: ['src', 'tsconfig.json'] })
    .map((name) => statSync(join(folder, name)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);

const engine = dirname(
  createRequire(import.meta.url).resolve(`@dynoxide/${process.platform}-${process.arch}/package.json`),
);
printRow('tarball', megabytes(statSync(join(scratch, tarball)).size));
printRow('installed package, with the engine', megabytes(sizeOf(PACKAGE) + sizeOf(engine)));

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

async function measureMs(act: () => Promise<unknown>): Promise<number> {
  const startedAtMs = performance.now();
  await act();
  return performance.now() - startedAtMs;
}

async function startSandboxes(count: number): Promise<number> {
  const starting: ReturnType<typeof startSandbox>[] = [];
  const ms = await measureMs(async () => {
    for (let started = 0; started < count; started += 1) starting.push(startSandbox());
    await Promise.all(starting);
  });
  for (const sandbox of await Promise.all(starting)) await sandbox.close();
  return ms;
}

async function medianStartMs(count: number): Promise<number> {
  const runs: number[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await startSandboxes(count));
  return median(runs);
}

/** Returns the resident memory of this process's descendants, in bytes. */
function memoryBytesOfDescendants(): number {
  const parents = new Map<number, number>();
  for (const pid of globSync('[0-9]*', { cwd: '/proc' }).map(Number)) {
    const stat = readIfThere(`/proc/${pid}/stat`);
    parents.set(pid, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
  }
  const isOurs = (pid: number): boolean => {
    const parent = parents.get(pid) ?? 0;
    return parent === process.pid || (parent > 1 && isOurs(parent));
  };
  const kilobytes = [...parents.keys()]
    .filter(isOurs)
    .map((pid) => Number(/VmRSS:\s+(\d+)/.exec(readIfThere(`/proc/${pid}/status`))?.[1] ?? 0));
  return kilobytes.reduce((sum, count) => sum + count * 1024, 0);
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

await startSandboxes(1);
printRow('start', seconds(await medianStartMs(1)));
printRow('start of two sandboxes at once', seconds(await medianStartMs(2)));

const receiver = createServer((request, response) => {
  request.resume();
  response.writeHead(503).end();
});
const webhookUrl = `http://127.0.0.1:${await listen(receiver, 0)}/hook`;
const sandbox = await startSandbox({ webhookUrl });
printRow('memory of all processes after the start', megabytes(memoryBytesOfDescendants()));
const response = await fetch(`${sandbox.baseUrl}/v1/tenants`, {
  method: 'POST',
  headers: { authorization: `Bearer ${sandbox.partner.apiKey}`, 'content-type': 'application/json' },
  body: JSON.stringify({ name: 'Cafe', region: 'ca', externalId: 'cafe-1' }),
});
const line: { tenantId: string } = JSON.parse(await response.text());
const allAttempts = () =>
  measureMs(async () => {
    await sandbox.recordCall({ tenantId: line.tenantId });
    await sandbox.advanceTime('3h');
  });
printRow(`${MAX_ATTEMPTS} attempts to deliver the first event`, seconds(await allAttempts()));
printRow(`${MAX_ATTEMPTS} attempts to deliver the second event`, seconds(await allAttempts()));
printRow('memory of all processes after two deliveries', megabytes(memoryBytesOfDescendants()));
await sandbox.close();
receiver.closeAllConnections();
receiver.close();
rmSync(scratch, { recursive: true });
