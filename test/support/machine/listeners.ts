import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Returns the open files of a process as /proc names them: `socket:[4711]`, `/tmp/file`. */
export const openFilesOf = (pid: string): string[] =>
  readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${fd}`)];
    } catch {
      // The file was closed after the list of files was read.
      return [];
    }
  });

/** Returns every TCP port on which one of the processes listens. */
export function listenersOf(pids: readonly string[]) {
  const owners = new Map(pids.flatMap((pid) => openFilesOf(pid).map((file) => [file, pid] as const)));
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) =>
    readFileSync(table, 'utf8')
      .split('\n')
      .slice(1)
      .flatMap((line) => {
        const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/);
        const pid = owners.get(`socket:[${inode}]`);
        const [address = '', port = ''] = local.split(':');
        return state === LISTEN && pid ? [{ pid, host: readAddress(address), port: Number.parseInt(port, 16) }] : [];
      }),
  );
}

const LISTEN = '0A';

/** Decodes an IPv4 address, a 32-bit word in the machine's byte order: little-endian on all our machines. */
const readAddress = (hex: string) => (hex.length === 8 ? [...Buffer.from(hex, 'hex').reverse()].join('.') : `[${hex}]`);
