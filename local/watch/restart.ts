import { build } from 'esbuild';
import { TOP_FOLDERS } from '../../tooling/folders.ts';

/** The parts of a running service besides its functions: the stack, and the host that runs it. */
const PARTS = [
  { part: 'the stack', entry: 'bin/cdk-app.ts', folders: /^lib\/|^cdk\.json$|^package-lock\.json$/ },
  { part: 'the host', entry: 'bin/local.ts', folders: /^local\// },
] as const;

/** The folders with the code of functions. A change in them needs no restart of the host. */
export const FOLDERS_WITHOUT_RESTART = ['functions', 'shared'];

/**
 * Reports whether the file is in one of the `FOLDERS_WITHOUT_RESTART`. The host also uses most files of `shared`.
 * Without this exception, most changes in `shared` would lead to the message that the host needs a restart.
 */
export const needsNoRestart = (file: string): boolean =>
  FOLDERS_WITHOUT_RESTART.some((folder) => file.startsWith(`${folder}/`));

/** What is watched besides the functions, to notice that a restart is needed. */
export const RESTART_PATHS = [
  ...TOP_FOLDERS.filter((folder) => ![...FOLDERS_WITHOUT_RESTART, 'test'].includes(folder)),
  ...['cdk.json', 'package-lock.json'],
];

/**
 * Returns a function that takes a changed file. The function returns the part of the service that the file belongs to,
 * or undefined if the terminal should not advise a restart.
 */
export async function partsNeedingRestart(root: string): Promise<(file: string) => string | undefined> {
  const [stack, host] = await Promise.all(PARTS.map(({ entry }) => sourcesOfEntry(root, entry)));
  return (file) => {
    if (PARTS[0].folders.test(file) || stack?.has(file)) return PARTS[0].part;
    if (needsNoRestart(file)) return undefined;
    return PARTS[1].folders.test(file) || host?.has(file) ? PARTS[1].part : undefined;
  };
}

/** Returns our files that an entry loads, directly or through other files. */
async function sourcesOfEntry(root: string, entry: string): Promise<ReadonlySet<string>> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  return new Set(Object.keys(metafile.inputs));
}
