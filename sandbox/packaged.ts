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

/** What the build has made, in place of what `npm start` makes when it needs it. */
export const packaged = {
  root: HERE,
  stackFolder: async () => join(HERE, 'stack'),
  programs: { watchdog: join(HERE, 'watchdog.mjs'), sqs: join(HERE, 'sqs-engine.mjs') },
  async consoleAssets() {
    const { document, files }: PackagedConsole = JSON.parse(await readFile(join(HERE, 'console.json'), 'utf8'));
    return { document, files: new Map(files) };
  },
};
