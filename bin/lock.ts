/**
 * `npm run lock`: writes package-lock.json so that `npm ci` accepts it everywhere.
 * Some packages have optional dependencies: one binary for each platform. If the registry in use lacks a binary, npm
 * omits it from the lock, and `npm ci` then rejects the lock as incomplete. This script adds each omitted binary with
 * its name, version and platform. npm does not install such a binary on this machine, because the binary is for another
 * platform. On that platform, npm looks the binary up in the registry that is in use there.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod';

const entry = z.looseObject({ optionalDependencies: z.record(z.string(), z.string()).optional() });
const lockFile = z.looseObject({ packages: z.record(z.string(), entry) });

const PLATFORMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const PROCESSORS = ['arm64', 'arm', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'x64'];

execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts'], { stdio: 'inherit' });
const lock = lockFile.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
const added = absentOptionals(lock.packages);
Object.assign(lock.packages, added);
const sorted = Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1));
writeFileSync('package-lock.json', `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
console.log(`Added ${Object.keys(added).length} optional packages for other platforms to package-lock.json`);

function absentOptionals(packages: z.infer<typeof lockFile>['packages']): Record<string, z.infer<typeof entry>> {
  const known = new Set(
    Object.keys(packages).map((path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)),
  );
  const wanted = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.entries(optionalDependencies),
  );
  const absent = wanted.filter(([name]) => !known.has(name) && platformOf(name));
  return Object.fromEntries(
    absent.map(([name, version]) => [`node_modules/${name}`, { version, optional: true, ...platformOf(name) }]),
  );
}

/** Returns the operating system and processor in a package's name, or undefined if it does not name both. */
function platformOf(name: string): { os: string[]; cpu: string[] } | undefined {
  const words = name.split(/[/-]/);
  const os = PLATFORMS.find((platform) => words.includes(platform));
  const cpu = PROCESSORS.find((processor) => words.includes(processor));
  return os && cpu ? { os: [os], cpu: [cpu] } : undefined;
}
