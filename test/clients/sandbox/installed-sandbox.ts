import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { folderOfAPartner, packCopy } from '../receiver/installed-kit.ts';

const ROOT = join(import.meta.dirname, '../../..');
const SAMPLES = join(ROOT, 'clients/sandbox/samples');

export interface Installed {
  /** The folder of a partner who has only the three tarballs, and public packages. */
  readonly folder: string;
  readonly tarball: string;
  /** The installed package. */
  readonly sandbox: string;
}

/** Builds and packs the sandbox, and unpacks it beside the kit, the client and the packages of the samples. */
export function installSandbox(): Installed {
  const folder = folderOfAPartner();
  const packed = mkdtempSync(join(tmpdir(), 'packed-'));
  packCopy('typescript', packed);
  // No other test builds the sandbox, so it can be packed where it is.
  const cwd = join(ROOT, 'clients/sandbox');
  execFileSync('npm', ['pack', '--silent', '--pack-destination', packed], { cwd, stdio: 'pipe' });
  for (const name of readdirSync(packed)) {
    const into = join(folder, 'node_modules', name.replace(/-[\d.]+\.tgz$/, ''));
    mkdirSync(into, { recursive: true });
    execFileSync('tar', ['-xzf', join(packed, name), '-C', into, '--strip-components', '1']);
  }
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  linkEngine(folder);
  for (const sample of readdirSync(SAMPLES)) cpSync(join(SAMPLES, sample), join(folder, sample));
  const tarball = readdirSync(packed).find((name) => name.includes('sandbox')) ?? '';
  return { folder, tarball: join(packed, tarball), sandbox: join(folder, 'node_modules/partner-lines-sandbox') };
}

/** npm installs the engine as an optional dependency. */
function linkEngine(folder: string) {
  const engine = `@dynoxide/${process.platform}-${process.arch}`;
  mkdirSync(join(folder, 'node_modules/@dynoxide'), { recursive: true });
  const manifest = createRequire(import.meta.url).resolve(`${engine}/package.json`);
  symlinkSync(dirname(manifest), join(folder, 'node_modules', engine));
}
