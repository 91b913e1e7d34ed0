/**
 * `npm run packages`: writes everything that a release gives to partners and to the voice platform into dist/packages:
 * the packages, and the software bill of materials.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sbomOf } from '../tooling/dependencies/sbom.ts';
import { projectDir } from '../tooling/project-dir.ts';

const cwd = projectDir();
const folder = join(cwd, 'dist/packages');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const clients = ['typescript', 'receiver', 'sandbox', 'voice-platform'].map((name) => `./clients/${name}`);
execFileSync('npm', ['pack', '--silent', '--pack-destination', folder, ...clients], { cwd, stdio: 'inherit' });
writeFileSync(join(folder, 'sbom.cdx.json'), sbomOf(cwd));
console.log(`Wrote the packages and sbom.cdx.json to ${folder}`);
