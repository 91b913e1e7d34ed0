import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** A new namespace has a loopback interface, but it is down. */
const IN_NAMESPACE = ['sh', '-c', 'ip link set lo up && exec "$@"', 'sh'] as const;

/**
 * Root needs no user namespace. In one, root could not enter the folders of other users. Everybody else must have one.
 */
const UNSHARE = {
  root: ['unshare', '--net', ...IN_NAMESPACE],
  others: ['unshare', '--user', '--map-root-user', '--net', ...IN_NAMESPACE],
} as const;

/**
 * Returns a command prefix that runs a program in a network namespace of its own: no other program can connect to its
 * ports. The program keeps its process id. Returns undefined where this user cannot make namespaces: on other systems
 * than Linux, in most containers, and without the programs `unshare` and `ip`.
 */
export async function networkNamespace(): Promise<readonly string[] | undefined> {
  const prefix = process.getuid?.() === 0 ? UNSHARE.root : UNSHARE.others;
  const [command, ...args] = prefix;
  try {
    await promisify(execFile)(command, [...args, 'true']);
    return prefix;
  } catch {
    return undefined;
  }
}
