import * as z from 'zod';

/** `z.record` keeps the keys in npm's order. `z.object` would not. */
const packages = z.record(z.string(), z.record(z.string(), z.unknown()));
const lockFile = z.record(z.string(), z.unknown()).and(z.object({ packages }));
const entry = z.looseObject({
  /** The name of the package. Absent if the package's folder has the same name. */
  name: z.string().optional(),
  version: z.string().optional(),
  integrity: z.string().optional(),
  optional: z.boolean().optional(),
  hasInstallScript: z.boolean().optional(),
  inBundle: z.boolean().optional(),
  link: z.boolean().optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});

export type Lock = z.infer<typeof lockFile>;
type Packages = z.infer<typeof packages>;

export interface Locked {
  readonly name: string;
  readonly version: string;
}

const PLATFORMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const PROCESSORS = ['arm64', 'arm', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'x64'];

export const parseLock = (text: string): Lock => lockFile.parse(JSON.parse(text));

/** Returns the packages that npm downloads. A bundled package is part of the package around it. */
export function downloadedPackages({ packages }: Pick<Lock, 'packages'>) {
  return Object.entries(packages).flatMap(([path, values]) => {
    const { link, inBundle, name = nameOf(path), version = '', ...found } = entry.parse(values);
    const isDownload = path.includes('node_modules/') && !link && !inBundle;
    return isDownload ? { ...found, path, name, version } : [];
  });
}

/**
 * Returns the lock in a form that `npm ci` accepts on any machine:
 * - Adds absent binaries whose names contain a platform and a processor. npm omits a binary that the registry in use
 *   lacks, and then `npm ci` rejects the lock.
 * - Adds a missing integrity if the registry has the package. npm does not add an integrity to an existing entry.
 * - Removes the field `engines` of each download. npm would compare the field with the Node that runs npm, but the
 *   project uses the Node that it installs. `npm run lock` compares the field when it adds an entry.
 */
export async function portableLock(
  lock: Lock,
  integrityOf: (wanted: Locked) => Promise<string | undefined>,
): Promise<Lock> {
  const packages: Packages = { ...lock.packages, ...absentPlatformPackages(lock.packages) };
  for (const { path } of downloadedPackages({ packages })) {
    const { engines: _, ...others } = packages[path] ?? {};
    packages[path] = others;
  }
  const lacking = downloadedPackages({ packages }).filter(({ integrity }) => integrity === undefined);
  await Promise.all(
    lacking.map(async ({ path, name, version }) => {
      const integrity = await integrityOf({ name, version });
      const { version: _, ...others } = packages[path] ?? {};
      if (integrity !== undefined) packages[path] = { version, integrity, ...others };
    }),
  );
  const sorted = Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...lock, packages: Object.fromEntries(sorted) };
}

function absentPlatformPackages(packages: Packages): Packages {
  const known = new Set(Object.keys(packages).map(nameOf));
  const wanted = Object.values(packages).flatMap((values) =>
    Object.entries(entry.parse(values).optionalDependencies ?? {}),
  );
  const absent = wanted.filter(([name]) => !known.has(name) && platformOf(name));
  return Object.fromEntries(
    absent.map(([name, version]) => [`node_modules/${name}`, { version, optional: true, ...platformOf(name) }]),
  );
}

/** Returns what follows the last `node_modules/` in a path. */
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Returns the operating system and processor in a package's name, or undefined if it does not name both. */
function platformOf(name: string): { os: string[]; cpu: string[] } | undefined {
  const words = name.split(/[/-]/);
  const os = PLATFORMS.find((platform) => words.includes(platform));
  const cpu = PROCESSORS.find((processor) => words.includes(processor));
  return os && cpu ? { os: [os], cpu: [cpu] } : undefined;
}
