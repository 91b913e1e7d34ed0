import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
const NODE_SAMPLES = [
  'node-http.ts',
  'express.ts',
  'fastify.ts',
  'nextjs-route.ts',
  'aws-lambda.ts',
  'standard-webhooks.ts',
];

/** Creates the folder of a partner: the kit as `npm pack` would publish it, the frameworks and the samples. */
export function folderOfAPartner(): string {
  const folder = mkdtempSync(join(tmpdir(), 'partner-'));
  packCopy('receiver', folder);
  const installed = join(folder, 'node_modules/partner-lines-webhooks');
  mkdirSync(installed, { recursive: true });
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
  execFileSync('tar', ['-xzf', join(folder, tarball), '-C', installed, '--strip-components', '1']);
  for (const framework of ['express', 'fastify', 'standardwebhooks']) {
    symlinkSync(join(ROOT, 'node_modules', framework), join(folder, 'node_modules', framework));
  }
  for (const sample of NODE_SAMPLES) cpSync(join(installed, 'dist/samples', sample), join(folder, sample));
  return folder;
}

/**
 * Packs a copy of a package, because packing builds in the folder of the package, where another test may be packing it
 * too. The packages contain samples and code of each other.
 */
export function packCopy(name: 'receiver' | 'typescript', destination: string): void {
  const workshop = mkdtempSync(join(tmpdir(), 'packing-'));
  for (const folder of ['receiver', 'typescript', 'samples']) {
    const from = join(ROOT, 'clients', folder);
    const isSource = (path: string) => ![join(from, 'dist'), join(from, 'node_modules')].includes(path);
    cpSync(from, join(workshop, 'clients', folder), { recursive: true, filter: isSource });
  }
  cpSync(join(ROOT, 'tsconfig.json'), join(workshop, 'tsconfig.json'));
  symlinkSync(join(ROOT, 'node_modules'), join(workshop, 'node_modules'));
  const cwd = join(workshop, 'clients', name);
  execFileSync('npm', ['pack', '--silent', '--pack-destination', destination], { cwd, stdio: 'pipe' });
  rmSync(workshop, { recursive: true });
}
