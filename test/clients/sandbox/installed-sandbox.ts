import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PARTNER_PACKAGES } from '../../../partner-docs/packages/packages.ts';
import { folderOfAPartner } from '../receiver/installed-kit.ts';

const ROOT = join(import.meta.dirname, '../../..');
const SAMPLES = join(ROOT, 'clients/sandbox/samples');

export type Installed = Awaited<ReturnType<typeof installSandbox>>;

/** Builds and packs the sandbox, and unpacks it beside the kit, the client and the packages of the samples. */
export async function installSandbox() {
  const folder = await folderOfAPartner(PARTNER_PACKAGES);
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  linkEngine(folder);
  for (const sample of readdirSync(SAMPLES)) cpSync(join(SAMPLES, sample), join(folder, sample));
  const tarball = readdirSync(folder).find((name) => /sandbox.*\.tgz$/.test(name)) ?? '';
  return {
    /** The folder of a partner who has only the three tarballs, and public packages. */
    folder,
    tarball: join(folder, tarball),
    /** The installed package. */
    sandbox: join(folder, 'node_modules/partner-lines-sandbox'),
  };
}

/** npm installs the engine as an optional dependency. */
export function linkEngine(folder: string): void {
  const engine = `@dynoxide/${process.platform}-${process.arch}`;
  mkdirSync(join(folder, 'node_modules/@dynoxide'), { recursive: true });
  const manifest = createRequire(import.meta.url).resolve(`${engine}/package.json`);
  symlinkSync(dirname(manifest), join(folder, 'node_modules', engine));
}
