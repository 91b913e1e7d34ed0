import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pack } from '../../../partner-docs/packages/pack.ts';
import { sharedFolder } from '../../support/folder-of-the-run.ts';

const ROOT = join(import.meta.dirname, '../../..');
const NODE_SAMPLES = [
  'node-http.ts',
  'express.ts',
  'fastify.ts',
  'nextjs-route.ts',
  'aws-lambda.ts',
  'standard-webhooks.ts',
];

/** Creates the folder of a partner: packages as partners get them, the frameworks and the samples. */
export async function folderOfAPartner(packages: readonly string[] = ['receiver']): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'partner-'));
  const packed = await sharedFolder(`packages-${packages.join('-')}`, async (empty) => {
    for (const [file, content] of await pack({}, packages)) writeFileSync(join(empty, file), content);
  });
  cpSync(packed, folder, { recursive: true });
  for (const file of readdirSync(packed)) unpack(folder, file);
  for (const framework of ['express', 'fastify', 'standardwebhooks']) {
    symlinkSync(join(ROOT, 'node_modules', framework), join(folder, 'node_modules', framework));
  }
  const samples = join(folder, 'node_modules/partner-lines-webhooks/dist/samples');
  for (const sample of NODE_SAMPLES) cpSync(join(samples, sample), join(folder, sample));
  return folder;
}

function unpack(folder: string, file: string) {
  const into = join(folder, 'node_modules', file.replace(/-[\d.]+\.tgz$/, ''));
  mkdirSync(into, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, file), '-C', into, '--strip-components', '1']);
}
