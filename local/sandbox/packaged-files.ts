import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Tarballs } from '../../partner-docs/packages/downloads.ts';

const run = promisify(execFile);

/** The folder of the built host. The build puts everything beside the one file that contains this module. */
const HERE = import.meta.dirname;

/** The placeholders for addresses in the pages of the build. Each sandbox replaces them with its own addresses. */
export const SANDBOX_SITE = {
  baseUrl: 'http://base-url.sandbox.invalid',
  docsUrl: 'http://docs-url.sandbox.invalid',
} as const;

/** The results of the build, which the host uses instead of the sources. */
export const packagedFiles = {
  stackFolder: async () => join(HERE, 'stack'),
  programs: { watchdog: join(HERE, 'watchdog.mjs'), sqs: join(HERE, 'sqs-engine.mjs') },
  site: {
    async pages({ baseUrl, docsUrl }: { readonly baseUrl: string; readonly docsUrl: string }) {
      const files: readonly (readonly [name: string, content: string])[] = JSON.parse(
        await readFile(join(HERE, 'docs.json'), 'utf8'),
      );
      const withAddresses = (content: string) =>
        content.replaceAll(SANDBOX_SITE.baseUrl, baseUrl).replaceAll(SANDBOX_SITE.docsUrl, docsUrl);
      return new Map(files.map(([name, content]) => [name, withAddresses(content)]));
    },
    /** The sandbox is packed from its installed files, because a package cannot contain itself. */
    async tarballs(): Promise<Tarballs> {
      return new Map([
        ...(await tarballsIn(join(HERE, 'packages'))),
        ...(await packInstalledPackage(join(HERE, '../..'))),
      ]);
    },
  },
};

async function tarballsIn(folder: string): Promise<Tarballs> {
  const files = await readdir(folder);
  return new Map(await Promise.all(files.map(async (file) => [file, await readFile(join(folder, file))] as const)));
}

async function packInstalledPackage(cwd: string): Promise<Tarballs> {
  const folder = await mkdtemp(join(tmpdir(), 'packed-sandbox-'));
  try {
    await run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], { cwd });
    return await tarballsIn(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
