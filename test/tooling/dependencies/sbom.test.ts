import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { downloadedPackages, parseLock } from '../../../tooling/dependencies/lock.ts';
import { sbomOf } from '../../../tooling/dependencies/sbom.ts';
import { projectDir } from '../../../tooling/project-dir.ts';

it('the software bill of materials lists each download of package-lock.json with its version', () => {
  const { bomFormat, components } = JSON.parse(sbomOf(projectDir()));
  const named = new Set(components.map(({ purl }: { purl: string }) => decodeURIComponent(purl.split('?')[0] ?? '')));
  const locked = downloadedPackages(parseLock(readFileSync(join(projectDir(), 'package-lock.json'), 'utf8')));
  const missing = locked.filter(({ name, version }) => !named.has(`pkg:npm/${name}@${version}`));
  expect(bomFormat).toBe('CycloneDX');
  expect(missing.map(({ name }) => name)).toEqual([]);
});
