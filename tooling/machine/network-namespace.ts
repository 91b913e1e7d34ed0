import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** Runs a program in a new namespace. Its loopback interface exists, but must be activated first. */
const IN_NAMESPACE = ['sh', '-c', 'ip link set lo up && exec "$@"', 'sh'] as const;

/**
 * The options of `unshare`. Root needs no user namespace, in which it could not enter the folders of other users. All
 * other users need a user namespace.
 */
const UNSHARE = {
  root: ['unshare', '--net', ...IN_NAMESPACE],
  others: ['unshare', '--user', '--map-root-user', '--net', ...IN_NAMESPACE],
} as const;

/** The beginning of a command that runs a program in a namespace, or why there is none, as the end of a sentence. */
export type Namespace =
  | { readonly prefix: readonly string[]; readonly whyNone?: undefined }
  | { readonly prefix?: undefined; readonly whyNone: string };

/**
 * Returns the beginning of a command that runs a program in its own network namespace, so that no other program can
 * connect to its ports. The program keeps its process id. Returns the reason if this user cannot create namespaces: on
 * other systems than Linux, in most containers, and without the programs `unshare` and `ip`.
 */
export async function networkNamespace(path = process.env['PATH'] ?? ''): Promise<Namespace> {
  const prefix = process.getuid?.() === 0 ? UNSHARE.root : UNSHARE.others;
  const [command, ...args] = prefix;
  try {
    await promisify(execFile)(command, [...args, 'true'], { env: { ...process.env, PATH: path } });
    return { prefix };
  } catch {
    const missing = process.platform === 'linux' ? PROGRAMS.find((program) => !isOn(path, program)) : undefined;
    return {
      whyNone: missing ? `the program ${missing} is not on the PATH` : 'this system permits no network namespace',
    };
  }
}

const PROGRAMS = ['unshare', 'sh', 'ip', 'true'];

const isOn = (path: string, program: string) =>
  path.split(delimiter).some((folder) => existsSync(join(folder, program)));
