/**
 * `npm run packages`: writes the packages for partners and for the voice platform, and the software bill of materials,
 * into dist/packages.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pack } from '../partner-docs/packages/pack.ts';
import { PARTNER_PACKAGES } from '../partner-docs/packages/packages.ts';
import { sbomOf } from '../tooling/dependencies/sbom.ts';
import { projectDir } from '../tooling/project-dir.ts';

const cwd = projectDir();
const folder = join(cwd, 'dist/packages');
const tarballs = await pack({}, [...PARTNER_PACKAGES, 'voice-platform']);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [file, content] of tarballs) writeFileSync(join(folder, file), content);
writeFileSync(join(folder, 'sbom.cdx.json'), sbomOf(cwd));
console.log(`Wrote the packages and sbom.cdx.json to ${folder}`);
