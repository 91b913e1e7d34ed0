import { describe, expect, it } from '@jest/globals';
import { downloadedPackages, parseLock, portableLock } from '../../../tooling/dependencies/lock.ts';

const entries = {
  '': { name: 'project', engines: { node: '>=24' } },
  'clients/one': { version: '1.0.0', engines: { node: '>=20' } },
  'node_modules/one': { resolved: 'clients/one', link: true },
  'node_modules/linter': {
    version: '2.0.0',
    integrity: 'sha512-linter',
    engines: { node: '>=26' },
    optionalDependencies: { '@linter/darwin-arm64': '2.0.0', '@linter/linux-x64': '2.0.0', notifier: '1.0.0' },
  },
  'node_modules/@linter/linux-x64': { version: '2.0.0', integrity: 'sha512-linux', optional: true },
  'node_modules/linter/node_modules/inside': { version: '3.0.0', inBundle: true },
};
const lock = parseLock(JSON.stringify({ lockfileVersion: 3, packages: entries }));
const binary = { version: '2.0.0', optional: true, os: ['darwin'], cpu: ['arm64'] };

describe('package-lock.json after `npm run lock`', () => {
  it('`npm run lock` adds the binary of another platform with the integrity from the registry', async () => {
    const { packages } = await portableLock(lock, async ({ name, version }) => `sha512-of-${name}@${version}`);
    expect(packages['node_modules/@linter/darwin-arm64']).toEqual({
      ...binary,
      integrity: 'sha512-of-@linter/darwin-arm64@2.0.0',
    });
  });

  it('`npm run lock` adds a binary without integrity if the registry lacks the binary', async () => {
    const first = await portableLock(lock, async () => undefined);
    expect(first.packages['node_modules/@linter/darwin-arm64']).toEqual(binary);
    const second = await portableLock(first, async () => 'sha512-later');
    expect(second.packages['node_modules/@linter/darwin-arm64']?.['integrity']).toBe('sha512-later');
  });

  it('`npm run lock` asks the registry only about downloads without integrity', async () => {
    const asked: string[] = [];
    await portableLock(lock, async ({ name }) => void asked.push(name));
    expect(asked).toEqual(['@linter/darwin-arm64']);
  });

  it('`npm run lock` removes the required Node versions (`engines`) of downloads', async () => {
    const { packages } = await portableLock(lock, async () => undefined);
    expect(Object.keys(packages).filter((path) => packages[path]?.['engines'])).toEqual(['', 'clients/one']);
  });

  it('`npm run lock` sorts the paths in package-lock.json', async () => {
    const { packages } = await portableLock(lock, async () => undefined);
    expect(Object.keys(packages)).toEqual(Object.keys(packages).toSorted());
  });
});

it('links and bundled packages in package-lock.json are not downloads', () => {
  expect(downloadedPackages(lock).map(({ name }) => name)).toEqual(['linter', '@linter/linux-x64']);
});

it('a download is named as in the registry, even if its folder in package-lock.json has another name', () => {
  const packages = { 'node_modules/@typescript/native': { name: 'typescript', version: '7.0.2' } };
  expect(downloadedPackages({ packages })).toEqual([expect.objectContaining({ name: 'typescript', version: '7.0.2' })]);
});
