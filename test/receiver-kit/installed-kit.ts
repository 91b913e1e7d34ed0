import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const KIT = join(ROOT, 'clients/receiver');
const SAMPLES = join(ROOT, 'clients/samples');
const NODE_SAMPLES = ['node-http.ts', 'express.ts', 'fastify.ts', 'nextjs-route.ts', 'aws-lambda.ts'];

/** Creates the folder of a partner: the kit as `npm pack` would publish it, the frameworks and the samples. */
export function folderOfAPartner(): string {
  const folder = mkdtempSync(join(tmpdir(), 'partner-'));
  pack(folder);
  const installed = join(folder, 'node_modules/partner-lines-webhooks');
  mkdirSync(installed, { recursive: true });
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
  execFileSync('tar', ['-xzf', join(folder, tarball), '-C', installed, '--strip-components', '1']);
  for (const framework of ['express', 'fastify']) {
    symlinkSync(join(ROOT, 'node_modules', framework), join(folder, 'node_modules', framework));
  }
  for (const sample of NODE_SAMPLES) cpSync(join(installed, 'dist/samples', sample), join(folder, sample));
  return folder;
}

/**
 * Packs a copy of the kit, because packing builds in the kit's own folder, where another test may be packing it too.
 */
function pack(destination: string): void {
  const workshop = mkdtempSync(join(tmpdir(), 'kit-'));
  const copy = join(workshop, 'clients/receiver');
  cpSync(KIT, copy, { recursive: true, filter: (path) => path !== join(KIT, 'dist') });
  // The command contains code of the typed client, and the package contains the samples.
  cpSync(SAMPLES, join(workshop, 'clients/samples'), { recursive: true });
  cpSync(join(ROOT, 'clients/typescript/src'), join(workshop, 'clients/typescript/src'), { recursive: true });
  cpSync(join(ROOT, 'tsconfig.json'), join(workshop, 'tsconfig.json'));
  symlinkSync(join(ROOT, 'node_modules'), join(workshop, 'node_modules'));
  execFileSync('npm', ['pack', '--silent', '--pack-destination', destination], { cwd: copy, stdio: 'pipe' });
  rmSync(workshop, { recursive: true });
}
