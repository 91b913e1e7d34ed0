import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { isEmail, type SiteSettings } from '../site/settings.ts';
import type { Tarballs } from './downloads.ts';
import { fillInDocsUrl } from './downloads.ts';
import { PARTNER_PACKAGES } from './packages.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');
const CLIENTS = join(ROOT, 'clients');

/** Packs copies of the packages, because another process may be building the packages themselves. */
export async function pack(
  settings: SiteSettings = {},
  folders: readonly string[] = PARTNER_PACKAGES,
): Promise<Tarballs> {
  const workshop = mkdtempSync(join(tmpdir(), 'packing-'));
  try {
    const isSource = (path: string) => !['dist', 'node_modules'].includes(basename(path));
    cpSync(CLIENTS, join(workshop, 'clients'), { recursive: true, filter: isSource });
    cpSync(join(ROOT, 'tsconfig.json'), join(workshop, 'tsconfig.json'));
    symlinkSync(join(ROOT, 'node_modules'), join(workshop, 'node_modules'));
    const packed = join(workshop, 'packed');
    mkdirSync(packed);
    // `npm start` sets NODE_COMPILE_CACHE to a relative path, which would put the cache into the package.
    const { NODE_COMPILE_CACHE: cache } = process.env;
    const env = { ...process.env, NODE_COMPILE_CACHE: cache && resolve(cache) };
    for (const folder of folders) {
      const cwd = join(workshop, 'clients', folder);
      const place = { cwd, env };
      await run(process.execPath, buildArguments(folder, { into: cwd, packed, settings }), place);
      editForPackage(cwd, settings);
      await run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', packed], place);
    }
    return new Map(readdirSync(packed).map((file) => [file, readFileSync(join(packed, file))]));
  } finally {
    rmSync(workshop, { recursive: true });
  }
}

interface Workshop {
  readonly into: string;
  /** The folder with the packages that are already packed. */
  readonly packed: string;
  readonly settings: SiteSettings;
}

/** The sandbox contains programs of the whole project, so it is built from the project and not from a copy. */
const buildArguments = (folder: string, { into, packed, settings }: Workshop) =>
  folder === 'sandbox'
    ? [join(ROOT, 'local/sandbox/build.ts'), JSON.stringify({ into, packages: packed, settings })]
    : ['build.ts'];

/** Fills in README.md and package.json. Also corrects links to the samples, whose folder differs in the sources. */
function editForPackage(folder: string, { docsUrl, company, support }: SiteSettings) {
  const edit = (name: string, change: (text: string) => string) =>
    writeFileSync(join(folder, name), change(readFileSync(join(folder, name), 'utf8')));
  edit('README.md', (text) => fillInDocsUrl(text, docsUrl).replaceAll('](../samples/', '](dist/samples/'));
  const known = {
    ...(docsUrl !== undefined && { homepage: docsUrl }),
    ...(company !== undefined && { author: company }),
    ...(support !== undefined && { bugs: { [isEmail(support) ? 'email' : 'url']: support } }),
  };
  edit('package.json', (text) => `${JSON.stringify({ ...JSON.parse(text), ...known }, null, 2)}\n`);
}
