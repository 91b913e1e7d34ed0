/**
 * `npm run lock`: writes package-lock.json so that `npm ci` accepts it on every platform. Fails if a new, required
 * dependency does not support the version of Node that runs this command.
 */
import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { downloadedPackages, type Locked, parseLock, portableLock } from '../tooling/dependencies/lock.ts';

const FILE = 'package-lock.json';
const run = promisify(execFile);

execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts', '--engine-strict'], { stdio: 'inherit' });
const lock = await portableLock(parseLock(readFileSync(FILE, 'utf8')), fetchIntegrity);
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
for (const { name, version, integrity } of downloadedPackages(lock)) {
  if (integrity === undefined) console.log(`The registry has no integrity hash of this package: ${name}@${version}`);
}

/** Returns the integrity hash of a package, or undefined if the registry has no such hash. */
async function fetchIntegrity({ name, version }: Locked): Promise<string | undefined> {
  try {
    const { stdout } = await run('npm', ['view', `${name}@${version}`, 'dist.integrity', '--loglevel', 'error']);
    return stdout.trim() || undefined;
  } catch (error) {
    if (String(error).includes('E404')) return undefined;
    throw error;
  }
}
