import { execFileSync } from 'node:child_process';

const MAX_BYTES = 32 * 1024 * 1024;

/** Returns the software bill of materials (CycloneDX, as JSON) of the packages in a folder's lock file. */
export const sbomOf = (root: string): string =>
  execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: MAX_BYTES,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
