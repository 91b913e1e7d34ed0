import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** Activates the loopback interface of the new namespace, and then runs a program. */
const IN_NAMESPACE = ['sh', '-c', 'ip link set lo up && exec "$@"', 'sh'] as const;

/**
 * Root gets no user namespace, because inside one, root could not enter the folders of other users. All other users need a
 * user namespace.
 */
const UNSHARE = {
  root: ['unshare', '--net', ...IN_NAMESPACE],
  others: ['unshare', '--user', '--map-root-user', '--net', ...IN_NAMESPACE],
} as const;

/** `prefix` begins a command that runs in a namespace. `whyNone` says why the user cannot create a namespace. */
export type Namespace =
  | { readonly prefix: readonly string[]; readonly whyNone?: undefined }
  | { readonly prefix?: undefined; readonly whyNone: string };

/**
 * Returns the beginning of a command that runs a program in a network namespace of its own. No program outside can
 * connect to the ports that this program opens. Returns a reason instead if this user cannot create namespaces: on
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
