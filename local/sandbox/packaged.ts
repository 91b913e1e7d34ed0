import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The folder of the built host. The build puts everything beside the one file that contains this module. */
const HERE = import.meta.dirname;

interface Asset {
  readonly type: string;
  readonly content: string;
}

/** The form of `console.json`. Maps are lists of pairs. */
export interface PackagedConsole {
  readonly document: Asset;
  readonly files: readonly (readonly [path: string, asset: Asset])[];
}

/** The form of `docs.json`: the pages as `npm run docs` writes them, for a service at this address. */
export interface PackagedDocs {
  readonly baseUrl: string;
  readonly files: readonly (readonly [name: string, content: string])[];
}

/** What the build has made, in place of what `npm start` makes when it needs it. */
export const packaged = {
  root: HERE,
  stackFolder: async () => join(HERE, 'stack'),
  programs: { watchdog: join(HERE, 'watchdog.mjs'), sqs: join(HERE, 'sqs-engine.mjs') },
  async buildSite({ baseUrl }: { readonly baseUrl: string }) {
    const docs: PackagedDocs = JSON.parse(await readFile(join(HERE, 'docs.json'), 'utf8'));
    return new Map(docs.files.map(([name, content]) => [name, content.replaceAll(docs.baseUrl, baseUrl)]));
  },
  async consoleAssets() {
    const { document, files }: PackagedConsole = JSON.parse(await readFile(join(HERE, 'console.json'), 'utf8'));
    return { document, files: new Map(files) };
  },
};
